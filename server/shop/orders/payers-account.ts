import { isIban } from '#shared/orders/iban.ts'
import type { RefundAccount } from '#shared/orders/refund-account.ts'
import type { Db } from '../../runtime/db/database.ts'
import { isUndoable, listPayments } from './ledger.ts'

/** The account that a bank's statement named beside an order's latest payment; null for none. */
export async function findPayersAccount(db: Db, orderId: string): Promise<RefundAccount | null> {
  const payments = await listPayments(db, orderId)
  // One that was taken back came from somebody else.
  const booked = payments
    .filter(({ amount, statement_line }) => amount > 0 && statement_line !== null)
    .filter((payment) => isUndoable(payment, payments))
    .toReversed()
  const number = booked.map(({ reference }) => ibanIn(reference ?? '')).find((iban) => iban !== null)
  return number ? { holder: null, number } : null
}

/** A text that names two accounts doesn't say which of them paid. */
export function ibanIn(text: string): string | null {
  const words = text.toUpperCase().split(/[^A-Z0-9]+/)
  const [only, ...others] = new Set(words.filter(isIban))
  return only !== undefined && others.length === 0 ? only : null
}
