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

/** Names from the Encoding Standard. */
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

/** The characters between cells. */
const delimiters = ['comma', 'semicolon', 'tab', 'pipe'] as const

/** The order of day, month and year in numeric dates. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const

export type DateOrder = (typeof dateOrders)[number]

export const decimalSigns = ['.', ','] as const

export type DecimalSign = (typeof decimalSigns)[number]

/** The direction of an amount without a sign, a direction column or a balance. */
export const unsignedWays = ['in', 'out'] as const

export type Unsigned = (typeof unsignedWays)[number]

/** How all rows of a CSV are read. */
export const decisionsSchema = z.object({
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  /** Whether the first row names the columns. */
  header: z.enum(['yes', 'no']),
  columns: z.array(z.enum(columnNames)),
  dates: z.enum(dateOrders),
  /** Dates without a year are the latest ones up to this day; null if all have years. */
  until: daySchema.nullable(),
  decimal: z.enum(decimalSigns),
  /** ISO 4217; null if rows differ or name none. */
  currency: text(3, 'This must be text.')
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  unsigned: z.enum(unsignedWays),
  /** The direction column's word for money out; null for the usual words. */
  out: text(500, 'This must be text.').nullable(),
})

export type Decisions = z.infer<typeof decisionsSchema>

/** A person's choices; the rest is read from the file. */
export type Chosen = Partial<Decisions>

/** The first five rows of a CSV, and its header; null without one. */
export type Sample = { header: string[] | null; rows: string[][] }

/** An ambiguous cell with its possible readings. */
export type Reading = {
  of: 'dates' | 'until' | 'decimal' | 'unsigned'
  text: string
  ways: { value: string; reads: string }[]
}

/** Asks a person how to read a file. A null part is undecided, or differs between rows. */
export type Question = Sample & {
  [Part in Exclude<keyof Decisions, 'header' | 'columns'>]: Decisions[Part] | null
} & {
  /** Null if the columns can't be guessed. */
  guess: Column[] | null
  /** The values of a direction column, to choose `out` from. */
  words: string[]
  readings: Reading[]
}
