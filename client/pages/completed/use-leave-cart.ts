import { useEffect } from 'react'
import type { Order } from '#shared/orders.ts'
import { useStores } from '../../app-state.tsx'
import type { CartStore } from '../../cart/cart-store.ts'
import { forgetAttempt } from '../../checkout/attempt.ts'
import { clearDraft } from '../../checkout/draft.ts'
import { takePlaced } from '../../checkout/placed-orders.ts'
import { whenLoaded } from '../../framework/when.ts'

/** What was bought leaves the cart, once for each order; a payment that is still open, or never came, leaves the cart as it is. */
export function useLeaveCart({ id, status, paymentMethod }: Order): void {
  const { cart } = useStores()

  useEffect(() => {
    if (status === 'pending' && paymentMethod === 'card') return
    const isOver = status === 'expired' || status === 'cancelled'
    // By then the stored cart has been read.
    whenLoaded(() => leave(cart, id, { bought: !isOver }))
  }, [cart, id, status, paymentMethod])
}

function leave(cart: CartStore, orderId: string, { bought }: { bought: boolean }) {
  const placed = takePlaced(orderId)
  if (!placed) return
  forgetAttempt(placed.attempt)
  if (!bought) return
  clearDraft()
  for (const { sku, qty } of placed.items) cart.getState().remove(sku, qty)
  if (cart.getState().lines.length === 0) cart.getState().clear()
}
