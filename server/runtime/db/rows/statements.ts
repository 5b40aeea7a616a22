export type StatementRow = {
  id: string
  account: string
  /** The `Decisions` about a CSV file, as JSON, and its `Layout` and `Sample`. */
  decisions: string | null
  layout: string | null
  sample: string | null
  /** How the file was read, in words, and its rows that weren't read, as JSON. */
  decided: string
  unread: string
  lines: number
  who: string
  created_at: string
}

/** What was decided about an account's last CSV. It holds for files of this layout alone. */
export type StatementDecisionsRow = { account: string; decisions: string; layout: string }

/** A statement whose lines are still being stored. */
export type StatementUploadRow = { id: string; started_at: string }

/** A line of which something is booked, in cents. */
export type BookedLineRow = { hash: string; amount: number; booked: number }

export type StatementLineRow = {
  statement_id: string
  n: number
  /** Equal for the same line in overlapping files of one account. */
  hash: string
  day: string
  /** Negative for money that left the account. */
  amount: number
  text: string
  /** As the file says; null means the shop's own. */
  currency: string | null
  /** 1 for an entry that the bank hasn't booked yet. */
  pending: number | null
  /** Set in a file of several accounts. */
  account: string | null
  /** Equal to `statement_twin` of a payment whose line may be this one. */
  twin: string | null
}
