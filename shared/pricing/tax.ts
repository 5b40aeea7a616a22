import type { z } from 'zod'
import type { taxSchema } from './tax-schema.ts'

export type Tax = z.infer<typeof taxSchema>
export type TaxRule = NonNullable<Tax>

export function taxCountry({ country = 'AU' }: TaxRule): string {
  return country
}

/** Only domestic buyers pay the tax (GST Act 1999 s 38-190 for exports from Australia). */
export function taxRuleFor(tax: Tax, country: string): TaxRule | null {
  return tax && taxCountry(tax) === country ? tax : null
}

/**
 * Rounds half a cent up (A New Tax System (Goods and Services Tax) Act 1999 s 9-90, total invoice rule).
 * The books compute the same in SQL, see `cash-by-order.ts`.
 */
export function taxIncluded(total: number, rule: Tax): number {
  if (!rule) return 0
  const [share, net] = rateOf(rule)
  const whole = BigInt(share + net)
  return Number((2n * BigInt(total) * BigInt(share) + whole) / (2n * whole))
}

/** @returns the tax as a fraction of the net price, such as 1 and 10 */
export function rateOf({ rate = [1, 10] }: Pick<TaxRule, 'rate'>): readonly [share: number, net: number] {
  return rate
}

/** As a share of the net price: "10%", "12.5%". */
export function percentOf(rule: TaxRule): string {
  const [share, net] = rateOf(rule)
  return `${Number(((100 * share) / net).toFixed(3))}%`
}
