import type { OwnLicence, OwnOrder } from '#shared/orders/mine.ts'
import type { KnownBuyer } from '../../shop/checkout/draft.ts'

/**
 * The buyer of the licence's latest order, or of the latest order at all.
 * @param orders of one address, newest first
 */
export function buyerOf({ key }: OwnLicence, orders: readonly OwnOrder[]): KnownBuyer | null {
  const isForIt = ({ lines }: OwnOrder) =>
    lines.some(({ licences }) => licences.some((licence) => licence.key === key))
  return (orders.find(isForIt) ?? orders[0])?.customer ?? null
}
