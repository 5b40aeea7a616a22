import type { Day } from '#shared/calendar/calendar.ts'

/** @property key of its name */
export type BankAccountRow = { id: string; name: string; key: string; created_at: string }

/** A file's own number of an account, without its signs. */
export type BankAccountNumberRow = { number: string; account_id: string }

export type StatementRow = {
  id: string
  /** The first of its lines', if they are of several. */
  account_id: string
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
export type StatementDecisionsRow = { account_id: string; decisions: string; layout: string }

/** A statement whose lines are still being stored, or a file that waits for the answer to its question. */
export type StatementUploadRow = {
  id: string
  started_at: string
  /** What is asked, as JSON; null while lines are being stored. */
  question: string | null
  file: Uint8Array | null
}

/** A line of which something is booked, in cents. */
export type BookedLineRow = { hash: string; amount: number; booked: number }

export type StatementLineRow = {
  statement_id: string
  n: number
  /** Equal for the same line in overlapping files of one account. */
  hash: string
  day: Day
  /** Negative for money that left the account. */
  amount: number
  text: string
  /** As the file says; null means the shop's own. */
  currency: string | null
  /** 1 for an entry that the bank hasn't booked yet. */
  pending: number | null
  /** Set in a file of several accounts. */
  account_id: string | null
}
