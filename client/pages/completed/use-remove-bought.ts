import { useEffect } from 'react'
import type { Order } from '#shared/orders/orders.ts'
import { removeBought } from '../../shop/checkout/remove-bought.ts'
import { useStores } from '../../site/framework/app-state.tsx'
import { whenLoaded } from '../../site/framework/when.ts'

/** Takes what an order bought out of the cart. */
export function useRemoveBought({ id, status, paymentMethod }: Order): void {
  const { cart } = useStores()

  useEffect(
    // The stored cart is read after loading.
    () => whenLoaded(() => removeBought(cart, { id, status, paymentMethod })),
    [cart, id, status, paymentMethod],
  )
}
