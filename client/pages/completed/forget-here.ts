import { forgetAttempt } from '../../checkout/attempt.ts'
import { clearDraft } from '../../checkout/draft.ts'
import { takePlaced } from '../../checkout/placed-orders.ts'

/** Deletes the browser's own notes of an order, and the fields of its checkout. */
export function forgetHere(orderId: string): void {
  const placed = takePlaced(orderId)
  if (placed) forgetAttempt(placed.attempt)
  clearDraft()
}
