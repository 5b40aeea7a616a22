/** A bank's file that was read. */
export type StatementRow = {
  id: string
  account: string
  /** Of a CSV, comma separated. */
  columns: string | null
  lines: number
  who: string
  created_at: string
}

export type StatementLineRow = {
  statement_id: string
  /** Its place in the file, from 1. */
  n: number
  /** The same for the same line in another file of the account. */
  hash: string
  day: string
  /** Cents; negative for what went out. */
  amount: number
  text: string
}
