import { useEffect } from 'react'
import type { Order } from '#shared/orders/orders.ts'
import type { CartStore } from '../../shop/cart/cart-store.ts'
import { forgetAttempt } from '../../shop/checkout/attempt.ts'
import { clearDraft } from '../../shop/checkout/draft-storage.ts'
import { takePlaced } from '../../shop/checkout/placed-orders.ts'
import { useStores } from '../../site/framework/app-state.tsx'
import { whenLoaded } from '../../site/framework/when.ts'

/** Removes an order's items from the cart once. An unpaid order leaves the cart alone. */
export function useRemoveBought({ id, status, paymentMethod }: Order): void {
  const { cart } = useStores()

  useEffect(() => {
    if (status === 'pending' && paymentMethod === 'card') return
    const isOver = status === 'expired' || status === 'cancelled'
    // The stored cart is read after loading.
    whenLoaded(() => removeBought(cart, id, { bought: !isOver }))
  }, [cart, id, status, paymentMethod])
}

function removeBought(cart: CartStore, orderId: string, { bought }: { bought: boolean }) {
  const placed = takePlaced(orderId)
  if (!placed) return
  forgetAttempt(placed.attempt)
  if (!bought) return
  clearDraft()
  for (const { sku, qty } of placed.items) cart.getState().remove(sku, qty)
  if (cart.getState().lines.length === 0) cart.getState().clear()
}
