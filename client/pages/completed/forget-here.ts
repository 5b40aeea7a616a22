import { forgetAttempt } from '../../checkout/attempt.ts'
import { clearDraft } from '../../checkout/draft.ts'
import { takePlaced } from '../../checkout/placed-orders.ts'

/** Deletes the browser's notes of an order, and the checkout's fields. */
export function forgetHere(orderId: string): void {
  const placed = takePlaced(orderId)
  if (placed) forgetAttempt(placed.attempt)
  clearDraft()
}
