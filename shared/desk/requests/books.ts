import { z } from 'zod'
import { daySchema } from '../../calendar/day-schema.ts'
import { bookBasisSchema, bookFigureSchema } from '../books-answers.ts'
import { trendTables } from '../trend-answers.ts'
import { digits, given } from './fields.ts'

const bookSpan = { from: given(daySchema), to: given(daySchema) }

const basis = bookBasisSchema.default('accrual')

/** Defaults to the current quarter. */
export const booksQuerySchema = z.object({
  ...bookSpan,
  basis,
  figure: bookFigureSchema.default('g1'),
  limit: given(digits(1, 200)),
})

export const bookKinds = [
  'documents',
  'lines',
  'payments',
  'adjustments',
  'xero',
  'myob',
  'quickbooks',
] as const

const trendMonths = digits(1, 60).default(12)

/** `months` counts the current month too. */
export const trendsQuerySchema = z.object({ months: trendMonths })

export const trendsCsvQuerySchema = z.object({ months: trendMonths, table: z.enum(trendTables) })

export const booksZipQuerySchema = z.object(bookSpan)

export const booksCsvQuerySchema = z.object({ ...bookSpan, kind: z.enum(bookKinds) })
