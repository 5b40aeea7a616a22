import { z } from 'zod'
import { overviewSchema } from './overview-answers.ts'

/** What a line sold: a new licence or a change of one. `ahead` is an upgrade of updates paid ahead. */
export const saleKinds = ['new', 'renewal', 'upgrade', 'ahead', 'seats'] as const

export type SaleKind = (typeof saleKinds)[number]

/** Cents by month, in the order of `months`. */
const byMonth = { total: z.int(), months: z.array(z.int()) }

const monthSchema = z.object({
  /** "2026-11" */
  month: z.string(),
  invoices: z.int(),
  invoiced: z.int(),
  /** The sum of the adjustment notes. */
  adjusted: z.int(),
  /** The part of `adjusted` that had been paid. The rest cancelled unpaid invoices. */
  refunded: z.int(),
  /** Invoiced less adjusted, as in Books. */
  total: z.int(),
  tax: z.int(),
  /** Orders with a dispute that began in the month. */
  disputes: z.int(),
})

/** Renewals by month of purchase, only for months whose licences have had their first updates end. */
const renewalsSchema = z.object({
  month: z.string(),
  bought: z.int(),
  /** Licences whose updates have ended, or that were renewed before that. */
  due: z.int(),
  renewed: z.int(),
})

/** Trials by the month in which they began. */
const trialsSchema = z.object({
  month: z.string(),
  trials: z.int(),
  /** Trials whose machine now holds a seat of a licence. */
  sales: z.int(),
})

export const trendsSchema = z.object({
  months: z.array(monthSchema),
  products: z.array(z.object({ sku: z.string(), name: z.string(), ...byMonth })),
  countries: z.array(z.object({ country: z.string(), ...byMonth })),
  kinds: z.array(z.object({ kind: z.enum(saleKinds), ...byMonth })),
  renewals: z.array(renewalsSchema),
  trials: z.array(trialsSchema),
  versions: overviewSchema.shape.versions,
  missedSearches: overviewSchema.shape.missedSearches,
})

export type Trends = z.infer<typeof trendsSchema>

export const trendTables = [
  'months',
  'products',
  'countries',
  'kinds',
  'renewals',
  'trials',
  'versions',
  'searches',
] as const

export type TrendTable = (typeof trendTables)[number]

export const saleKindWords: Record<SaleKind, string> = {
  new: 'New licences',
  renewal: 'Renewals',
  upgrade: 'Upgrades',
  ahead: 'Updates ahead, upgraded',
  seats: 'Extra machines',
}
