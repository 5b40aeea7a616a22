import { sql } from 'kysely'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'

/** A statement's line, with its amount in cents. */
export type BroughtLine = { hash: string; amount: number }

/**
 * One line may pay several orders, but never more than its amount.
 * @returns false if less than `part` is left
 */
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

/** A line counts once per order, until it’s undone. @returns its key in the ledger; null while it’s booked */
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
  // Each earlier booking has an entry that undoes it.
  const times = entries.length / 2
  return [hash, id, ...(times > 0 ? [times] : [])].join(':')
}

/** Cents of the line that pay no order yet. */
export async function leftOfLine(db: Db, { hash, amount }: BroughtLine): Promise<number> {
  const line = await db
    .selectFrom('booked_lines')
    .select('booked')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return amount - (line?.booked ?? 0)
}
