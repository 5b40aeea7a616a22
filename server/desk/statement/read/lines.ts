import type { Day } from '#shared/calendar/calendar.ts'
import type { Decisions, Question, Sample } from '#shared/desk/statement-decisions.ts'
import type { StoredLayout } from './decisions.ts'

/**
 * @property line its number in the file, or its place where the format has no lines
 * @property amount in cents, negative for money that left the account
 * @property account its own number, empty if the file has none
 * @property currency ISO 4217, null if the file doesn't say
 * @property isPending the bank hasn't booked it yet
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

/** A row that can't be read, and why. */
export type UnreadRow = { line: number; text: string; reason: string }

/**
 * @property accounts own numbers, also of those without lines; empty for one that has none
 * @property csv how a CSV was read, stored for the same bank's next file
 * @property decided the same in words
 */
export type BankFile = {
  accounts: string[]
  lines: BankLine[]
  unread: UnreadRow[]
  decided: string[]
  csv: { decisions: Decisions; layout: StoredLayout; sample: Sample } | null
}

/** Names the wrong line, from 1. @property question set if a person can decide it */
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

/** Removes the padding of banks. Cuts before it normalizes, which takes long for thousands of combining marks. */
export function tidyText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestText)
    .normalize('NFC')
    .slice(0, longestText)
}

/** Shortens a cell for a message. */
export const quote = (cell: string) => `“${cell.trim().slice(0, 40)}”`
