import { formatDate } from '#shared/calendar/calendar.ts'
import type { ChangeRequest } from '#shared/licensing/changes.ts'
import { isForGood } from '#shared/licensing/for-good.ts'
import type { Pricing, Product } from '#shared/pricing/pricing.ts'
import { renewalPrice } from '#shared/pricing/renewal-price.ts'
import type { AppError } from '../../web/http/errors.ts'
import { invalid } from '../../web/http/parse.ts'
import { applyChange, type Change, seatLimitOf, type Terms, updatesEnd } from './change.ts'
import { canUpgrade, findProduct, seatsLeft, type Today, upgradeChange } from './options.ts'
import { aheadPrice, upgradePrice } from './upgrade-price.ts'

/** Amounts in cents. */
type ChangeLine = {
  change: Change
  sku: string
  name: string
  qty: number
  unitAmount: number
  amount: number
}

type PricedChange = { lines: ChangeLine[]; after: Terms }

/**
 * Prices the upgrade first, because the new plan sets the prices of seats and renewal.
 * @param keyName from `nameOfLicenceKey`
 * @throws AppError 422 `change_not_offered` with a pointer to the wrong member
 */
export function priceChange(
  terms: Terms,
  { to, extraSeats, renew }: ChangeRequest,
  { pricing, today, keyName }: { pricing: Pricing; today: Today; keyName: string },
): PricedChange {
  const priced: PricedChange = { lines: [], after: terms }
  if (to !== undefined) {
    const [product, better] = [productOf(terms), findProduct(pricing, to)]
    if (!better || !canUpgrade(terms, product, better)) {
      throw notOffered('/change/to', `${terms.plan} can’t become this plan.`)
    }
    const { months, amount } = aheadPrice(terms, { product, better }, today.today)
    add(upgradeChange(terms, better, months), 1, upgradePrice(product, better))
    if (amount > 0) add({ kind: 'ahead', months }, 1, amount)
  }
  if (extraSeats !== undefined) {
    const { extraSeat } = productOf(priced.after)
    const left = extraSeat ? seatsLeft(priced.after, extraSeat) : 0
    if (!extraSeat || extraSeats > left)
      throw notOffered('/change/extraSeats', seatsRefusal(priced.after, left))
    const { unitAmount, maxSeats } = extraSeat
    add({ kind: 'seats', seats: extraSeats, maxSeats }, extraSeats, unitAmount)
  }
  if (renew !== undefined) {
    const product = productOf(priced.after)
    const { renewal } = product
    const { sku, extraSeats } = priced.after
    const price = renewalPrice(product, extraSeats)
    if (isForGood(updatesEnd(priced.after))) throw notOffered('/change/renew', 'Its updates never end.')
    if (!renewal || price === null || renew > renewal.maxYears)
      throw notOffered('/change/renew', renewalRefusal(renewal))
    const months = renewal.updatesMonths * renew
    add({ kind: 'renewal', months, sku, extraSeats }, renew, price)
  }
  return priced

  function productOf({ sku, plan }: Terms): Product {
    const product = findProduct(pricing, sku)
    if (!product) throw notOffered('/change', `${plan} isn’t sold any more, so nothing can be added to it.`)
    return product
  }

  function add(change: Change, qty: number, unitAmount: number): void {
    const before = priced.after
    const after = applyChange(before, { change, on: today.today })
    const name = describeChange(change, { before, after }, keyName)
    priced.lines.push({ change, sku: after.sku, name, qty, unitAmount, amount: qty * unitAmount })
    priced.after = after
  }
}

function seatsRefusal(terms: Terms, left: number): string {
  if (left > 0)
    return `${terms.plan} takes at most ${left} more here, to ${seatLimitOf(terms) + left} machines.`
  return `${terms.plan} takes no more machines than the ${seatLimitOf(terms)} it has.`
}

function renewalRefusal(renewal: Product['renewal']): string {
  return renewal
    ? `At most ${renewal.maxYears} years can be bought at once.`
    : 'Renewals of this plan aren’t sold.'
}

function notOffered(pointer: string, detail: string): AppError {
  return invalid([{ pointer, code: 'change_not_offered', detail }], 'change_not_offered')
}

/** "Renewal to 22 November 2028, PRMT-…-7K2Q". @param keyName from `nameOfLicenceKey` */
export function describeChange(
  change: Change,
  steps: { before: Terms; after: Terms },
  keyName: string,
): string {
  return `${describe(change, steps)}, ${keyName}`
}

function describe(change: Change, { before, after }: { before: Terms; after: Terms }): string {
  if (change.kind === 'renewal') return `Renewal to ${formatDate(updatesEnd(after))}`
  if (change.kind === 'upgrade') return `Upgrade from ${before.plan} to ${after.plan}`
  if (change.kind === 'ahead')
    return `Difference for ${change.months} ${change.months === 1 ? 'month' : 'months'} of updates paid ahead`
  return change.seats === 1 ? 'Extra machine' : 'Extra machines'
}
