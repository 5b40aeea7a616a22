import { dayIn } from '#shared/calendar/calendar.ts'
import { payableStatuses } from '#shared/orders/orders.ts'
import type { ShopContext } from '../../../context.ts'
import type { OrderRow } from '../../../runtime/db/rows/orders.ts'
import { findOrderByName } from '../../../shop/orders/order-store.ts'
import { AppError } from '../../../web/http/errors.ts'
import { numbersIn, referencesIn, yearsUntil } from '../match/references.ts'

/**
 * Finds an order by id or number. Short numbers such as "275", "#275" and "2026 275" mean this year or last
 * year. Unpaid orders come first.
 * @throws AppError 404 `order_not_found`, 422 if a short number fits several orders
 */
export async function findNamedOrder(shop: ShopContext, name: string): Promise<OrderRow> {
  const { db } = shop.database
  const order = await findOrderByName(db, name)
  if (order) return order
  const today = dayIn(shop.library.typed.site.company.timeZone, shop.clock())
  const said = `order ${name.trim().replace(/^#/, '')}`
  const isWhole = referencesIn(said).some((reference) => reference.said[1] === said.length)
  const numbers = isWhole ? numbersIn([said], yearsUntil(today)).orders : []
  const orders =
    numbers.length === 0
      ? []
      : await db.selectFrom('orders').selectAll().where('number', 'in', numbers).orderBy('number').execute()
  const waiting = orders.filter(({ status }) => payableStatuses.includes(status))
  const [found, another] = waiting.length > 0 ? waiting : orders
  if (!found) throw new AppError(404, 'order_not_found', `There is no order ${name}.`)
  if (!another) return found
  const detail = `${name} may be ${found.number} or ${another.number}. Give the whole number.`
  throw new AppError(422, 'validation_failed', detail)
}
