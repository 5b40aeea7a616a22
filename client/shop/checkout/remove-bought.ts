import type { Order } from '#shared/orders/orders.ts'
import type { CartStore } from '../cart/cart-store.ts'
import { clearDraft } from './draft-storage.ts'
import { takePlaced } from './order-attempts.ts'

/** Removes an order's items from the cart once. Ignores an unpaid card order. */
export function removeBought(
  cart: CartStore,
  { id, status, paymentMethod }: Pick<Order, 'id' | 'status' | 'paymentMethod'>,
): void {
  if (status === 'pending' && paymentMethod === 'card') return
  const bought = takePlaced(id)
  if (!bought || status === 'expired' || status === 'cancelled') return
  clearDraft()
  for (const { sku, qty } of bought) cart.getState().remove(sku, qty)
  if (cart.getState().lines.length === 0) cart.getState().clear()
}
