import type { Product } from './pricing.ts'

type Renewed = Pick<Product, 'unitAmount' | 'licence' | 'renewal' | 'extraSeat'>

/** In cents per `updatesMonths`, extra machines included. Null for a plan without renewals. */
export function renewalPrice(product: Renewed, extraSeats: number): number | null {
  const { renewal } = product
  return renewal ? renewal.unitAmount + extraSeats * seatRenewal(product) : null
}

/** The price of renewing one extra machine, in cents. Its default has the same ratio as the plan's renewal to its price. */
export function seatRenewal({ unitAmount, licence, renewal, extraSeat }: Renewed): number {
  if (!renewal) return 0
  if (extraSeat?.renewal !== undefined) return extraSeat.renewal
  // A plan that no longer sells machines may still have some.
  const price = extraSeat?.unitAmount ?? unitAmount / licence.seats
  return Math.round((price * renewal.unitAmount) / unitAmount / 100) * 100
}
