import { isIban } from '#shared/orders/iban.ts'
import type { RefundAccount } from '#shared/orders/refund-account.ts'
import type { Db } from '../../runtime/db/database.ts'

/** The account that a bank's statement named beside an order's latest payment; null for none. */
export async function findPayersAccount(db: Db, orderId: string): Promise<RefundAccount | null> {
  const booked = await db
    .selectFrom('payments')
    .select('reference')
    .where('order_id', '=', orderId)
    .where('statement_line', 'is not', null)
    .where('amount', '>', 0)
    .orderBy('received_at', 'desc')
    .execute()
  const number = booked.map(({ reference }) => ibanIn(reference ?? '')).find((iban) => iban !== null)
  return number ? { holder: null, number } : null
}

/** A text that names two accounts doesn't say which of them paid. */
export function ibanIn(text: string): string | null {
  const words = text.toUpperCase().split(/[^A-Z0-9]+/)
  const [only, ...others] = new Set(words.filter(isIban))
  return only !== undefined && others.length === 0 ? only : null
}
