import { forgetAttempt } from '../../checkout/attempt.ts'
import { clearDraft } from '../../checkout/draft.ts'
import { takePlaced } from '../../checkout/placed-orders.ts'

/** What the browser keeps of an order: what it was placed from, and what was typed at its checkout. */
export function forgetHere(orderId: string): void {
  const placed = takePlaced(orderId)
  if (placed) forgetAttempt(placed.attempt)
  clearDraft()
}
