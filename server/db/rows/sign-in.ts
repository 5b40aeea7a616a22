/** A mailed link that does one thing once. The token itself is in the mail alone. */
export type MailLinkRow = {
  /** SHA-256 in hex. */
  token_hash: string
  /** What it opens or confirms: no other purpose accepts it. */
  purpose: string
  /** Folded, see `foldEmail`. */
  email: string
  /** What the link is about, such as a move's id. */
  subject: string | null
  created_at: string
  expires_at: string
  spent_at: string | null
}

export type SessionRow = {
  /** SHA-256 in hex of the cookie's token. */
  token_hash: string
  purpose: string
  /** Folded, see `foldEmail`. */
  email: string
  created_at: string
  seen_at: string
  expires_at: string
  ended_at: string | null
}

/** Lets a program do at the desk what the person may who made it. The token itself is shown once. */
export type DeskTokenRow = {
  id: string
  /** SHA-256 in hex. */
  token_hash: string
  /** Folded, see `foldEmail`. */
  email: string
  created_at: string
  used_at: string | null
  revoked_at: string | null
}

/** What a person changed. Nothing deletes a row. */
export type AuditEntryRow = {
  id: string
  at: string
  /** An email, "command line" or "customer". */
  who: string
  act: string
  /** The id of what was changed. */
  subject: string
  /** JSON. Never a whole key. */
  before: string
  after: string
}
