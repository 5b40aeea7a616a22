import { sql, type Updateable } from 'kysely'
import type { AuditAct } from '#shared/desk/audit-words.ts'
import type { Db } from '../../runtime/db/database.ts'
import { pageSize, readBatches } from '../../runtime/db/read-batches.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Schema } from '../../runtime/db/schema.ts'
import { newEntryId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'

export type OrderWithLines = { order: OrderRow; lines: OrderLineRow[] }

export async function findOrder(db: Db, id: string): Promise<OrderRow | null> {
  return (await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Accepts an id or a number. */
export async function findOrderByName(db: Db, name: string): Promise<OrderRow | null> {
  const either = db
    .selectFrom('orders')
    .selectAll()
    .where((is) => is.or([is('id', '=', name), is('number', '=', name)]))
  return (await either.executeTakeFirst()) ?? null
}

export async function findLines(db: Db, orderId: string): Promise<OrderLineRow[]> {
  return db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

/** Locks the order until the transaction ends. On SQLite the transaction has already locked the whole database. */
export async function lockOrder(db: Db, id: string): Promise<OrderWithLines | null> {
  // An update without changes locks the row on both engines.
  const order = await db
    .updateTable('orders')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return order ? { order, lines: await findLines(db, id) } : null
}

export async function updateOrder(db: Db, id: string, change: Updateable<Schema['orders']>): Promise<void> {
  await db.updateTable('orders').set(change).where('id', '=', id).execute()
}

export async function recordEvent(
  db: Db,
  { orderId, event, detail = '' }: { orderId: string; event: AuditAct; detail?: string },
  { now, random }: Moment,
): Promise<void> {
  const row = {
    id: newEntryId('evt', { now, random }),
    order_id: orderId,
    at: now.toISOString(),
    event,
    detail,
  }
  await db.insertInto('order_events').values(row).execute()
}

/** Groups orders since then by status. Totals are in the currency's smallest unit. */
export function salesSince(db: Db, since: Date) {
  return (
    db
      .selectFrom('orders')
      .select(({ fn }) => [
        'status',
        'currency',
        fn.countAll<number>().as('count'),
        fn.sum<number>('total').as('total'),
      ])
      .where('created_at', '>=', since.toISOString())
      // If grouped by status first, SQLite would walk all orders in that index.
      .groupBy(['currency', 'status'])
      .execute()
  )
}

export async function countByStatus(db: Db): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const pages = readBatches({ status: '', count: 0, last: '' }, ({ status, last }) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('orders')
          .select(['status', 'id'])
          .where(sql<boolean>`(status, id) > (${status}, ${last})`)
          .orderBy('status')
          .orderBy('id')
          .limit(pageSize)
          .as('page'),
      )
      .select(({ fn }) => [
        sql<string>`status`.as('status'),
        fn.countAll<number>().as('count'),
        fn.max('id').as('last'),
      ])
      .groupBy('status')
      .orderBy('status')
      .execute(),
  )
  for await (const groups of pages) {
    for (const { status, count } of groups) counts.set(status, (counts.get(status) ?? 0) + count)
  }
  return counts
}
