import { sql } from 'kysely'
import type { WholeCode } from '#shared/desk/code-answers.ts'
import type { Db } from '../../runtime/db/database.ts'
import { keptOf } from '../customers/kept.ts'

/** Only uses that were paid gave and brought something. */
export async function sumUses(db: Db, code: string): Promise<Pick<WholeCode, 'orders' | 'brought' | 'gave'>> {
  const sums = await db
    .selectFrom('code_uses')
    .innerJoin('orders', 'orders.id', 'code_uses.order_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      keptOf.as('brought'),
      sql<number>`coalesce(sum(case when counted_at is null then 0 else code_uses.discount end), 0)`.as(
        'gave',
      ),
    ])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return { orders: Number(sums.orders), brought: Number(sums.brought), gave: Number(sums.gave) }
}
