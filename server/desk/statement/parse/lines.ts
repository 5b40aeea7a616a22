import type { Day } from '#shared/calendar.ts'

/** A line of a statement; the amount in cents, negative for what went out. */
export type BankLine = { day: Day; amount: number; text: string }

/** What a file says. @property columns of a CSV, by which the same bank's next file is read */
export type BankFile = { account: string | null; lines: BankLine[]; columns: Column[] | null }

export const columnNames = ['date', 'text', 'amount', 'debit', 'credit', 'ignore'] as const

export type Column = (typeof columnNames)[number]

/** One line, without what a bank pads its texts with. */
export function tidyText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300)
}
