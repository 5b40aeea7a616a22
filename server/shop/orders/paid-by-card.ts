import type { Db } from '../../runtime/db/database.ts'
import { findLines, type OrderWithLines } from './order-store.ts'

export type PaidByCard = { count: number; total: number; orders: OrderWithLines[] }

/** @param window ISO 8601 UTC; `to` is excluded @returns the sum in cents, and the first `limit` orders */
export async function findPaidByCard(
  db: Db,
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<PaidByCard> {
  const paid = db
    .selectFrom('orders')
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .where('payment_method', '=', 'card')
  const { count, total } = await paid
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('total').as('total')])
    .executeTakeFirstOrThrow()
  const rows = await paid.selectAll().orderBy('paid_at').orderBy('id').limit(limit).execute()
  const orders: OrderWithLines[] = []
  for (const order of rows) orders.push({ order, lines: await findLines(db, order.id) })
  return { count, total: Number(total ?? 0), orders }
}
