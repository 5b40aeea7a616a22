export type StatementRow = {
  id: string
  account: string
  /** Comma-separated columns of a CSV file. */
  columns: string | null
  lines: number
  who: string
  created_at: string
}

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
}
