import type { Day } from '#shared/calendar/calendar.ts'

/** @property key normalised name */
export type BankAccountRow = { id: string; name: string; key: string; created_at: string }

/** An account number from a file, without punctuation. */
export type BankAccountNumberRow = { number: string; account_id: string }

export type StatementRow = {
  id: string
  /** Account of the first line, if the lines have several. */
  account_id: string
  /** JSON of `Decisions` about a CSV file, and of its `Layout` and `Sample`. */
  decisions: string | null
  layout: string | null
  sample: string | null
  /** Descriptions of how the file was read, and its unread rows, as JSON. */
  decided: string
  unread: string
  lines: number
  who: string
  created_at: string
}

/** Decisions about an account's last CSV, which apply only to files of this layout. */
export type StatementDecisionsRow = { account_id: string; decisions: string; layout: string }

/** A statement whose lines are still being stored, or a file with an open question. */
export type StatementUploadRow = {
  id: string
  started_at: string
  /** The question as JSON; null while lines are being stored. */
  question: string | null
  file: Uint8Array | null
}

/** A statement line of which an amount is booked, in cents. */
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
  /** ISO 4217; null means the shop's own. */
  currency: string | null
  /** 1 for an entry that the bank hasn't booked yet. */
  pending: number | null
  /** Set only in a file with several accounts. */
  account_id: string | null
}
