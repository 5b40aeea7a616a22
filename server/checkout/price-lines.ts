import { homeCountry } from '#shared/buyer.ts'
import { taxIncluded } from '#shared/money.ts'
import type { Pricing } from '#shared/pricing.ts'
import { splitTax } from '#shared/split-tax.ts'
import type { OrderLineRow } from '../db/schema.ts'

/** A line of an order before its tax is known. */
export type UntaxedLine = Omit<OrderLineRow, 'id' | 'order_id' | 'position' | 'tax'>

export type PricedLine = UntaxedLine & Pick<OrderLineRow, 'tax'>

export type PricedLines = { lines: PricedLine[]; currency: string; total: number; tax: number }

/**
 * Adds up lines in cents, GST included. Buyers abroad pay the same and no GST (GST Act 1999 s 38-190).
 */
export function priceLines(
  untaxed: UntaxedLine[],
  { currency }: Pick<Pricing, 'currency'>,
  country: string,
): PricedLines {
  const amounts = untaxed.map(({ amount }) => amount)
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const tax = country === homeCountry ? taxIncluded(total) : 0
  const taxes = splitTax(amounts, tax)
  return { lines: untaxed.map((line, index) => ({ ...line, tax: taxes[index] ?? 0 })), currency, total, tax }
}
