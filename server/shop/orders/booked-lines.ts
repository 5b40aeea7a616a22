import { sql } from 'kysely'
import type { Db, Trx } from '../../runtime/db/database.ts'

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

/** In cents. */
export async function leftOfLine(db: Db, { hash, amount }: BroughtLine): Promise<number> {
  const line = await db
    .selectFrom('booked_lines')
    .select('booked')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return amount - (line?.booked ?? 0)
}
