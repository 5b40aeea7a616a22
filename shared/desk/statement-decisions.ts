import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { text } from '../text/text-fields.ts'

export const columnNames = [
  'date',
  'value_date',
  'text',
  'amount',
  'debit',
  'credit',
  'direction',
  'balance',
  'currency',
  'status',
  'ignore',
] as const

export type Column = (typeof columnNames)[number]

/** By the names of the Encoding Standard. */
const encodings = [
  'utf-8',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'utf-16le',
  'utf-16be',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const

/** What stands between cells. */
const delimiters = ['comma', 'semicolon', 'tab', 'pipe'] as const

/** What comes first where a day is written in numbers. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const

export type DateOrder = (typeof dateOrders)[number]

export const decimalSigns = ['.', ','] as const

export type DecimalSign = (typeof decimalSigns)[number]

/** What an amount is that has no sign, and no direction or balance beside it. */
export const unsignedWays = ['in', 'out'] as const

export type Unsigned = (typeof unsignedWays)[number]

/** How all rows of a CSV are read. */
export const decisionsSchema = z.object({
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  /** Whether its first row names the columns. */
  header: z.enum(['yes', 'no']),
  columns: z.array(z.enum(columnNames)),
  dates: z.enum(dateOrders),
  /** Days without a year are the last ones until this day; null if all have years. */
  until: daySchema.nullable(),
  decimal: z.enum(decimalSigns),
  /** ISO 4217; null if rows differ or don't say. */
  currency: text(3, 'This must be text.')
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  unsigned: z.enum(unsignedWays),
  /** The word that means money out; null for the usual ones. */
  out: text(500, 'This must be text.').nullable(),
})

export type Decisions = z.infer<typeof decisionsSchema>

/** What a person chose; the file decides the rest. */
export type Chosen = Partial<Decisions>

/** The header, null without one, and the first five rows of a CSV. */
export type Sample = { header: string[] | null; rows: string[][] }

/** One cell that can be read in several ways. */
export type Reading = {
  of: 'dates' | 'until' | 'decimal' | 'unsigned'
  text: string
  ways: { value: string; reads: string }[]
}

/** Asks a person how a file is read. What is null is open, or told by each row. */
export type Question = Sample & {
  [Part in Exclude<keyof Decisions, 'header' | 'columns'>]: Decisions[Part] | null
} & {
  /** Null if nobody can tell the columns. */
  guess: Column[] | null
  /** Those of a direction column, to choose `out` from. */
  words: string[]
  readings: Reading[]
}
