export type StatementRow = {
  id: string
  account: string
  /** Comma-separated columns of a CSV file. */
  columns: string | null
  /** The `Layout` of a CSV file, as JSON. */
  layout: string | null
  /** The `Sample` of a CSV file, as JSON. */
  sample: string | null
  lines: number
  who: string
  created_at: string
}

/** The columns of an account's last CSV. They hold for files of this layout alone. */
export type StatementColumnsRow = { account: string; columns: string; layout: string | null }

/** A statement whose lines are still being stored. */
export type StatementUploadRow = { id: string; started_at: string }

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
