import { forgetAttempt } from '../../shop/checkout/attempt.ts'
import { clearDraft } from '../../shop/checkout/draft-storage.ts'
import { takePlaced } from '../../shop/checkout/placed-orders.ts'

/** Deletes the browser's notes of an order, and the checkout's fields. */
export function forgetHere(orderId: string): void {
  const placed = takePlaced(orderId)
  if (placed) forgetAttempt(placed.attempt)
  clearDraft()
}
