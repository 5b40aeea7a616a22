import type { Day } from '#shared/calendar/calendar.ts'
import type { Decisions, Question, Sample } from '#shared/desk/statement-decisions.ts'
import type { StoredLayout } from './decisions.ts'

/**
 * @property line line number in the file, or position if the format has no lines
 * @property amount in cents, negative for money that left the account
 * @property account account number, empty if the file has none
 * @property currency ISO 4217, null if the file doesn't say
 * @property isPending whether the bank hasn't booked it yet
 */
export type BankLine = {
  line: number
  day: Day
  amount: number
  text: string
  account: string
  currency: string | null
  isPending: boolean
}

/** A row that can't be read, with the reason. */
export type UnreadRow = { line: number; text: string; reason: string }

/**
 * @property accounts account numbers, also of accounts without lines; empty string if there is none
 * @property csv how a CSV was read, stored for the bank's next file
 * @property decided the same in words
 */
export type BankFile = {
  accounts: string[]
  lines: BankLine[]
  unread: UnreadRow[]
  decided: string[]
  csv: { decisions: Decisions; layout: StoredLayout; sample: Sample } | null
}

/** @property line first wrong line, from 1 @property question set if a person can decide it */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly line: number
  readonly question: Question | null

  constructor(line: number, message: string, question: Question | null = null) {
    super(message)
    this.line = line
    this.question = question
  }
}

const longestText = 500

/** Removes padding. Cuts before normalizing, which takes long for thousands of combining marks. */
export function tidyText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestText)
    .normalize('NFC')
    .slice(0, longestText)
}

/** Quotes a cell in messages. */
export const quote = (cell: string) => `“${cell.trim().slice(0, 40)}”`
