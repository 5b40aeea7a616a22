import { type Day, endOfDay } from '#shared/calendar/calendar.ts'
import type { ChangeOptions, RenewalOffer, SeatOffer, UpgradeOffer } from '#shared/licensing/change-offer.ts'
import { isForGood } from '#shared/licensing/for-good.ts'
import type { Pricing, Product } from '#shared/pricing/pricing.ts'
import { renewalPrice, seatRenewal } from '#shared/pricing/renewal-price.ts'
import { applyChange, type Change, seatLimitOf, type Terms, updatesEnd } from './change.ts'
import { aheadPrice, upgradePrice } from './upgrade-price.ts'

/** `today` is a day in the company's time zone. */
export type Today = { today: Day; timeZone: string }

/** Offers nothing for a discontinued product. */
export function optionsFor(terms: Terms, pricing: Pricing, today: Today): ChangeOptions {
  const product = findProduct(pricing, terms.sku)
  if (!product) return { renewal: null, extraSeat: null, upgrades: [] }
  return {
    renewal: renewalFor(terms, product, today),
    extraSeat: extraSeatFor(terms, product),
    upgrades: pricing.products
      .filter((better) => canUpgrade(terms, product, better))
      .map((better) => upgradeFor(terms, product, better, today)),
  }
}

export function findProduct({ products }: Pricing, sku: string): Product | undefined {
  return products.find((product) => product.sku === sku)
}

/** Whether the better plan is offered and allows the extra seats. */
export function canUpgrade(terms: Terms, { upgradesTo = [] }: Product, better: Product): boolean {
  if (!upgradesTo.includes(better.sku)) return false
  const { extraSeat, licence } = better
  return (
    terms.extraSeats === 0 || seatLimitOf(upgraded(terms, better)) <= (extraSeat?.maxSeats ?? licence.seats)
  )
}

export function upgradeChange({ sku: from }: Terms, { sku, name, licence }: Product, ahead: number): Change {
  return { kind: 'upgrade', from, sku, plan: name, seats: licence.seats, ahead }
}

export function seatsLeft(terms: Terms, { maxSeats }: { maxSeats: number }): number {
  return Math.max(0, maxSeats - seatLimitOf(terms))
}

function upgraded(terms: Terms, better: Product): Terms {
  // The day matters only for renewals.
  return applyChange(terms, { change: upgradeChange(terms, better, 0), on: updatesEnd(terms) })
}

function upgradeFor(terms: Terms, product: Product, better: Product, today: Today): UpgradeOffer {
  const after = upgraded(terms, better)
  return {
    sku: better.sku,
    name: better.name,
    amount: upgradePrice(product, better),
    ahead: aheadPrice(terms, { product, better }, today.today),
    seats: seatLimitOf(after),
    renewal: renewalFor(after, better, today),
    extraSeat: extraSeatFor(after, better),
  }
}

function renewalFor(terms: Terms, product: Product, { today, timeZone }: Today): RenewalOffer | null {
  const { renewal } = product
  const unitAmount = renewalPrice(product, terms.extraSeats)
  if (!renewal || unitAmount === null || isForGood(updatesEnd(terms))) return null
  const { updatesMonths, maxYears } = renewal
  const years = Array.from({ length: maxYears }, (_, index) => index + 1).map((count) => {
    const change = { kind: 'renewal', months: updatesMonths * count } as const
    const until = updatesEnd(applyChange(terms, { change, on: today }))
    return { years: count, amount: unitAmount * count, updatesUntil: endOfDay(timeZone, until).toISOString() }
  })
  return { unitAmount, perSeat: seatRenewal(product), updatesMonths, years }
}

function extraSeatFor(terms: Terms, { extraSeat }: Product): SeatOffer | null {
  return extraSeat ? { unitAmount: extraSeat.unitAmount, left: seatsLeft(terms, extraSeat) } : null
}
