import type { ShopContext } from '../context.ts'
import { findByOldOrder } from '../licences/import/imported-licences.ts'
import { UsageError } from '../runtime/arguments.ts'
import type { Db } from '../runtime/db/database.ts'
import type { OrderRow } from '../runtime/db/rows/orders.ts'
import { findOrderByName } from '../shop/orders/order-store.ts'
import { showOrder } from '../shop/orders/whole-order.ts'
import type { Subject } from './from-endpoints.ts'
import { lineOfOrder } from './order-text.ts'

export const orderSubject: Subject<OrderRow> = {
  word: 'ORDER',
  find: ({ database }, name) => findOrder(database.db, name),
  toJson: showOrder,
  toText: (order, shop) => lineOfOrder(showOrder(order), timeZoneOf(shop)),
}

/** @throws Error for an unknown or missing name */
export async function findOrder(db: Db, name: string | undefined): Promise<OrderRow> {
  if (!name) throw new UsageError('Which order? Give its number, such as 2026-000123, or its id.')
  const order = await findOrderByName(db, name)
  if (order) return order
  const { id } = (await findByOldOrder(db, name)) ?? {}
  const hint = id ? ` A licence of an earlier shop is of it: npm run admin -- licences show ${id}` : ''
  throw new Error(`There is no order ${name}.${hint}`)
}

export function timeZoneOf({ library }: ShopContext): string {
  return library.typed.site.company.timeZone
}
