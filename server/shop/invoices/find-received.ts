import { dayIn } from '#shared/calendar/calendar.ts'
import type { Received } from '#shared/orders/invoice.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { listPayments, standing } from '../orders/ledger.ts'

/**
 * Sum received in the order's currency, up to its total, in cents. The day is the bank's, maybe before the
 * booking.
 * @returns null if no money came
 */
export async function findReceived(
  db: Db,
  { id, total, currency }: Pick<OrderRow, 'id' | 'total' | 'currency'>,
  timeZone: string,
): Promise<Received | null> {
  let amount = 0
  let last = ''
  for (const payment of standing(await listPayments(db, id))) {
    if (amount >= total) break
    if (payment.currency !== currency) continue
    amount += payment.amount
    last = payment.received_at
  }
  return amount > 0 ? { amount: Math.min(amount, total), date: dayIn(timeZone, last) } : null
}
