import type { Day } from '#shared/calendar.ts'

/** In cents, negative for money that left the account. */
export type BankLine = { day: Day; amount: number; text: string }

/** @property columns of a CSV, stored for the same bank's next file */
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
