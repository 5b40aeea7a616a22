import type { Day } from '#shared/calendar.ts'

/**
 * @property line its number in the file, or its place where the format has no lines
 * @property amount in cents, negative for money that left the account
 */
export type BankLine = { line: number; day: Day; amount: number; text: string }

/**
 * @property account null if the format has none
 * @property columns of a CSV, stored for the same bank's next file
 */
export type BankFile = { account: string | null; lines: BankLine[]; columns: Column[] | null }

export const columnNames = ['date', 'text', 'amount', 'debit', 'credit', 'ignore'] as const

export type Column = (typeof columnNames)[number]

/** Removes the padding of banks. */
export function tidyText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300)
}
