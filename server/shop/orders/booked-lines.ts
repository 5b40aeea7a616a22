import { sql } from 'kysely'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'

/** A bank's line, with what it brought in cents. */
export type BroughtLine = { hash: string; amount: number }

/** One line may pay several orders, but never more than it brought. @returns false if less than `part` is left of it */
export async function takeFromLine(trx: Trx, { hash, amount }: BroughtLine, part: number): Promise<boolean> {
  const taken = await trx
    .insertInto('booked_lines')
    .values({ hash, amount, booked: part })
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet({ booked: sql`booked_lines.booked + excluded.booked` })
        .where(sql<boolean>`booked_lines.booked + excluded.booked <= booked_lines.amount`),
    )
    .returning('hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** A line counts once for an order, until it’s taken back. @returns its key in the ledger, or null while it’s booked */
export async function lineKey(
  db: Db,
  { hash }: BroughtLine,
  { id }: Pick<OrderRow, 'id'>,
): Promise<string | null> {
  const entries = await db
    .selectFrom('payments')
    .select('amount')
    .where('statement_line', '=', hash)
    .where('order_id', '=', id)
    .execute()
  if (entries.reduce((sum, { amount }) => sum + amount, 0) !== 0) return null
  // Each booking has been taken back by an entry of its own.
  const times = entries.length / 2
  return [hash, id, ...(times > 0 ? [times] : [])].join(':')
}

/** In cents. */
export async function leftOfLine(db: Db, { hash, amount }: BroughtLine): Promise<number> {
  const line = await db
    .selectFrom('booked_lines')
    .select('booked')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return amount - (line?.booked ?? 0)
}
