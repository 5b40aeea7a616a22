import { dayMs } from '#shared/calendar/calendar.ts'
import type { Found } from '#shared/desk/overview-answers.ts'
import { stateInText } from '#shared/desk/words.ts'
import { closedStatuses } from '#shared/orders/orders.ts'
import type { Db } from '../../runtime/db/database.ts'

/** By this time after the last order, the owner has decided to keep both. */
const toldDays = 180

/** Finds quotes with two open orders: late money for one doesn't end the other. */
export async function findOrderedTwice(db: Db, now: Date): Promise<Found[]> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.quote_id')
    .select(['quotes.number as quote', 'orders.number', 'orders.status', 'orders.created_at'])
    .where('orders.quote_id', 'in', ({ selectFrom, fn }) =>
      selectFrom('orders')
        .select('quote_id')
        .where('quote_id', 'is not', null)
        .groupBy('quote_id')
        .having(fn.countAll(), '>', 1),
    )
    .where('orders.status', 'not in', [...closedStatuses, 'refunded'])
    .orderBy('orders.number')
    .execute()
  const since = new Date(now.getTime() - toldDays * dayMs).toISOString()
  return [...Map.groupBy(orders, ({ quote }) => quote)]
    .filter(([, ordered]) => ordered.length > 1 && ordered.some(({ created_at }) => created_at >= since))
    .map(([quote, ordered]) => ({
      where: `quote ${quote}`,
      found: `ordered twice: ${ordered.map(({ number, status }) => `${number}, ${stateInText(status)}`).join('; ')}`,
      todo: 'Cancel what still awaits its payment, or refund one that was paid: the buyer wanted it once.',
    }))
}
