import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { usePricing, useStores } from '../../site/framework/app-state.tsx'
import { whenLoaded } from '../../site/framework/when.ts'
import { queryWithout } from './query-without.ts'
import { readQuantity } from './read-quantity.ts'

/** Adds `?add=solo&qty=2` once. A form that is sent before hydration leads here. */
export function useAddFromAddress(): void {
  const { cart } = useStores()
  const pricing = usePricing()
  const [query, setQuery] = useSearchParams()
  const added = useRef(false)

  useEffect(() => {
    const sku = query.get('add')
    if (!sku || !pricing || added.current) return
    added.current = true
    const product = pricing.products.find((candidate) => candidate.sku === sku)
    // The stored cart is read after loading; this is added to it.
    whenLoaded(() => {
      if (product) cart.getState().add(sku, readQuantity(query.get('qty'), product.maxQty))
      setQuery(queryWithout(query, 'add', 'qty'), { replace: true, preventScrollReset: true })
    })
  }, [cart, pricing, query, setQuery])
}
