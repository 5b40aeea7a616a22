import { z } from 'zod'
import { overviewSchema } from './overview-answers.ts'

/** What a line sold: a new licence, or a change of one. `ahead` is an upgrade that begins later. */
export const saleKinds = ['new', 'renewal', 'upgrade', 'ahead', 'seats'] as const

export type SaleKind = (typeof saleKinds)[number]

/** Cents by month, in the order of `months`. */
const byMonth = { total: z.int(), months: z.array(z.int()) }

const monthSchema = z.object({
  /** "2026-11" */
  month: z.string(),
  invoices: z.int(),
  invoiced: z.int(),
  /** What notes gave back. */
  adjusted: z.int(),
  /** Of `adjusted`, what had been paid. The rest cancelled an invoice. */
  refunded: z.int(),
  /** Invoiced less adjusted, as Books count it. */
  total: z.int(),
  tax: z.int(),
  /** Orders whose payment the buyer disputed. */
  disputes: z.int(),
})

/** Of licences bought in a month whose first updates end by now. */
const renewalsSchema = z.object({
  month: z.string(),
  bought: z.int(),
  /** Whose first updates have ended, or that were renewed before. */
  due: z.int(),
  renewed: z.int(),
})

/** Of trials begun in a month. */
const trialsSchema = z.object({
  month: z.string(),
  trials: z.int(),
  /** Whose machine runs a licence since. */
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
