import type { Db } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { isId } from '../../runtime/ids.ts'

/** @param email the owner's folded address */
export async function findOwnOrder(db: Db, email: string, id: string): Promise<OrderRow | null> {
  if (!isId(id)) return null
  const own = db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where(sameEmail('customer_email', email))
  return (await own.executeTakeFirst()) ?? null
}

export function listOwnOrders(db: Db, email: string): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where(sameEmail('customer_email', email))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export function pageOwnOrders(
  db: Db,
  email: string,
  after: string,
  limit: number,
): Promise<Pick<OrderRow, 'id' | 'number'>[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where(sameEmail('customer_email', email))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
