import type { Day } from '#shared/calendar/calendar.ts'
import type { Layout } from './layout.ts'
import type { Sample } from './unreadable.ts'

/**
 * @property line its number in the file, or its place where the format has no lines
 * @property amount in cents, negative for money that left the account
 * @property account its number, null if the format has none
 * @property currency ISO 4217, null if the file doesn't say
 * @property isPending the bank hasn't booked it yet
 */
export type BankLine = {
  line: number
  day: Day
  amount: number
  text: string
  account: string | null
  currency: string | null
  isPending: boolean
}

/**
 * @property columns of a CSV, stored with its layout for the same bank's next file
 */
export type BankFile = {
  lines: BankLine[]
  columns: Column[] | null
  layout?: Layout
  sample?: Sample
}

export const columnNames = [
  'date',
  'text',
  'amount',
  'debit',
  'credit',
  'currency',
  'status',
  'ignore',
] as const

export type Column = (typeof columnNames)[number]

/** A year of a busy shop, read and matched in 2 seconds. */
export const mostRows = 5000

export const tooManyRows = tooMany(mostRows, 'rows')

export function tooMany(most: number, what: string): string {
  const advice = 'Export it in parts, such as a month each; a line that comes twice counts once.'
  return `The file has more than ${most.toLocaleString('en-AU')} ${what}. ${advice}`
}

const longestText = 300

/** Removes the padding of banks. Cuts before it normalizes, which takes long for thousands of combining marks. */
export function tidyText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestText)
    .normalize('NFC')
    .slice(0, longestText)
}
