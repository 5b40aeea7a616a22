import { clearDraft } from '../../shop/checkout/draft-storage.ts'
import { takePlaced } from '../../shop/checkout/order-attempts.ts'

/** Deletes the browser's notes of an order, and the checkout's fields. */
export function forgetHere(orderId: string): void {
  takePlaced(orderId)
  clearDraft()
}
