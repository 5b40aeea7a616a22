import type { Product } from './pricing.ts'

type Renewed = Pick<Product, 'unitAmount' | 'licence' | 'renewal' | 'extraSeat'>

/** In cents for each `updatesMonths`, with what the extra machines add. Null for a plan without renewals. */
export function renewalPrice(product: Renewed, extraSeats: number): number | null {
  const { renewal } = product
  return renewal ? renewal.unitAmount + extraSeats * seatRenewal(product) : null
}

/** What one extra machine adds to a renewal, in cents: as much of its price as the plan's renewal is of the plan's. */
export function seatRenewal({ unitAmount, licence, renewal, extraSeat }: Renewed): number {
  if (!renewal) return 0
  if (extraSeat?.renewal !== undefined) return extraSeat.renewal
  // A plan that sells no more machines may have some from before.
  const price = extraSeat?.unitAmount ?? unitAmount / licence.seats
  return Math.round((price * renewal.unitAmount) / unitAmount / 100) * 100
}
