import { foldEmail } from '#shared/text/email.ts'
import type { ShopContext } from '../../context.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { invalidField } from '../../web/http/parse.ts'
import { findOrderByName } from './order-store.ts'
import { type By, requireOrderRevision } from './revision.ts'
import { takePayment } from './take-payment.ts'

/**
 * Pays another order of the same buyer with an order's credit, as far as it goes.
 * @param name the other order's number or id
 * @throws AppError 409 `order_not_refundable` without credit, and as `takePayment` does; 422 for another
 * buyer's order
 */
export async function moveCredit(
  shop: ShopContext,
  from: OrderRow,
  name: string,
  { revision, ...by }: By,
): Promise<void> {
  const { db } = shop.database
  await requireOrderRevision(db, from, revision)
  const to = await findOrderByName(db, name)
  if (!to) throw invalidField('/to', `There is no order ${name}.`)
  const refusal = whyNot(from, to)
  if (refusal) throw invalidField('/to', refusal)
  await takePayment(shop, to, { credit: { of: from, revision } }, by)
}

function whyNot(from: OrderRow, to: OrderRow): string | null {
  if (from.id === to.id) return 'Name another order.'
  if (foldEmail(from.customer_email) !== foldEmail(to.customer_email))
    return `Order ${to.number} is of another buyer.`
  return from.currency === to.currency ? null : `Order ${to.number} is in ${to.currency}.`
}
