import type { OwnOrder } from '#shared/orders/mine.ts'

/** Without card orders that were left on the payment page, once the same things were bought by a later order. */
export function withoutLeftOrders(orders: readonly OwnOrder[]): OwnOrder[] {
  return orders.filter(
    (order) =>
      !isLeft(order) ||
      !orders.some((later) => isBought(later, order) && thingsOf(later) === thingsOf(order)),
  )
}

/** A bank may still work on a debit. */
function isLeft({ status, paymentMethod, payment }: OwnOrder): boolean {
  return status === 'pending' && paymentMethod === 'card' && payment !== 'processing'
}

function isBought({ paidAt, createdAt }: OwnOrder, { createdAt: before }: OwnOrder): boolean {
  return paidAt !== null && createdAt > before
}

/** Prices may differ, because a code was used or left out. */
function thingsOf({ lines }: OwnOrder): string {
  return JSON.stringify(lines.map(({ sku, qty, change }) => [sku, qty, change]).toSorted())
}
