import type { Day } from '#shared/calendar/calendar.ts'
import type { UpgradeOffer } from '#shared/licensing/change-offer.ts'
import type { Product } from '#shared/pricing/pricing.ts'
import { renewalPrice } from '#shared/pricing/renewal-price.ts'
import { monthsAhead, type Terms } from './change.ts'

/** Cents. A cheaper plan costs nothing. */
export function upgradePrice(product: Product, better: Product): number {
  return Math.max(0, better.unitAmount - product.unitAmount)
}

/** Amount in cents: what the months paid ahead would have cost more at the new plan's renewal price. */
export function aheadPrice(
  terms: Terms,
  { product, better }: { product: Product; better: Product },
  on: Day,
): UpgradeOffer['ahead'] {
  const months = monthsAhead(terms, on)
  const { extraSeats } = terms
  const difference = yearOfUpdates(better, extraSeats) - yearOfUpdates(product, extraSeats)
  return { months, amount: Math.max(0, Math.round((months * difference) / 12)) }
}

/** Cents. Without renewals, a plan has no updates paid ahead. */
function yearOfUpdates(product: Product, extraSeats: number): number {
  const price = renewalPrice(product, extraSeats)
  return price !== null && product.renewal ? (price * 12) / product.renewal.updatesMonths : 0
}
