import type { ChangeOffer, ChangeOptions, RenewalOffer } from '#shared/licensing/change-offer.ts'
import type { ChangeRequest } from '#shared/licensing/changes.ts'
import { type CodeTerms, type LineKind, type LinePrice, priceLines } from '#shared/pricing/discounts.ts'
import type { PricedCart } from '#shared/pricing/price-cart.ts'
import type { Tax } from '#shared/pricing/tax.ts'

/** `to` is the sku of the upgrade, or empty. */
export type Choice = { years: number; to: string; extraSeats: number }

/** @property amount cents; null if the plan doesn't allow as many machines */
export type ChosenLine = { kind: Exclude<LineKind, 'new'>; amount: number | null }

export type PricedChoice = Pick<PricedCart, 'total' | 'tax' | 'beforeTax' | 'codeApplies'> & {
  /** The chosen plan's offers. */
  offers: Pick<ChangeOptions, 'renewal' | 'extraSeat'>
  /** The months of updates paid ahead that an upgrade also charges for. */
  monthsAhead: number
  lines: ChosenLine[]
  off: Pick<LinePrice, 'discounts'>[]
  after: { plan: string; seats: number; updatesUntil: string }
  /** Whether there are more machines than the plan allows. */
  isTooMany: boolean
  change: ChangeRequest
}

/** Prices a choice in the browser. Must match the server's pricing. */
export function priceChoice(
  { licence, options }: ChangeOffer,
  { years, to, extraSeats }: Choice,
  rule: Tax,
  code: CodeTerms | null,
): PricedChoice {
  const upgrade = options.upgrades.find(({ sku }) => sku === to)
  const { renewal: asItIs, extraSeat } = upgrade ?? options
  const isTooMany = extraSeats > (extraSeat?.left ?? 0)
  const bought = isTooMany ? 0 : extraSeats
  const renewal = asItIs && withMachines(asItIs, bought)
  const renewed = renewal?.years.find((offer) => offer.years === years)
  const seatsAmount = isTooMany ? null : extraSeats * (extraSeat?.unitAmount ?? 0)
  const lines: ChosenLine[] = [
    ...(upgrade ? [{ kind: 'upgrade', amount: upgrade.amount } as const] : []),
    ...(upgrade?.ahead.amount ? [{ kind: 'ahead', amount: upgrade.ahead.amount } as const] : []),
    ...(extraSeats > 0 ? [{ kind: 'seats', amount: seatsAmount } as const] : []),
    ...(renewed ? [{ kind: 'renewal', amount: renewed.amount } as const] : []),
  ]
  const sku = upgrade?.sku ?? licence.sku
  const priceable = lines.map(({ kind, amount }) => ({ kind, sku, qty: 1, unitAmount: amount ?? 0 }))
  const { lines: off, total, tax, codeApplies } = priceLines(priceable, { tax: rule, code })
  return {
    offers: { renewal, extraSeat },
    monthsAhead: upgrade?.ahead.months ?? 0,
    lines,
    total,
    tax,
    beforeTax: total - tax,
    off,
    codeApplies,
    after: {
      plan: upgrade?.name ?? licence.plan,
      seats: (upgrade?.seats ?? licence.seats.limit) + bought,
      updatesUntil: renewed?.updatesUntil ?? licence.updatesUntil,
    },
    isTooMany,
    change: {
      ...(renewed && { renew: years }),
      ...(upgrade && { to }),
      ...(bought > 0 && { extraSeats: bought }),
    },
  }
}

/** Adds the newly bought machines to the price of a renewal. */
function withMachines(renewal: RenewalOffer, machines: number): RenewalOffer {
  const { unitAmount, perSeat, years } = renewal
  const more = machines * perSeat
  return {
    ...renewal,
    unitAmount: unitAmount + more,
    years: years.map((offer) => ({ ...offer, amount: offer.amount + offer.years * more })),
  }
}
