import type { AddedRole } from '#shared/desk/roles.ts'

/** A link that works once. Only the mail holds its token. */
export type MailLinkRow = {
  /** SHA-256 in hex. */
  token_hash: string
  /** Links of one purpose don't work for another. */
  purpose: string
  /** Folded, see `foldEmail`. */
  email: string
  subject: string | null
  created_at: string
  expires_at: string
  spent_at: string | null
}

export type SessionRow = {
  /** SHA-256 of the cookie's token, in hex. */
  token_hash: string
  purpose: string
  /** Folded, see `foldEmail`. */
  email: string
  created_at: string
  seen_at: string
  expires_at: string
  ended_at: string | null
}

/** Gives a program the rights of the person who created it. The token is shown once. */
export type DeskTokenRow = {
  id: string
  /** SHA-256 in hex. */
  token_hash: string
  email: string
  created_at: string
  used_at: string | null
  revoked_at: string | null
  /** Null for tokens of earlier versions, which never expire. */
  expires_at: string | null
  /** Space-separated; null for everything that the owner may do. */
  scopes: string | null
}

/** A member of staff whom an owner added at the desk. `site.yml` lists the owners. */
export type DeskMemberRow = {
  /** Folded, see `foldEmail`. */
  email: string
  role: AddedRole
  added_by: string
  added_at: string
}

/** Rows are never deleted. */
export type AuditEntryRow = {
  id: string
  at: string
  /** An email, "command line" or "customer". */
  who: string
  act: string
  subject: string
  /** JSON without whole keys. */
  before: string
  after: string
}
