import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { usePricing, useStores } from '../app-state.tsx'
import { whenLoaded } from '../framework/when.ts'

/** Adds what the address asks for, `?add=solo&qty=2`: a form that was sent before the page's code had arrived. Once. */
export function useAddFromAddress(): void {
  const { cart } = useStores()
  const pricing = usePricing()
  const [query, setQuery] = useSearchParams()
  const added = useRef(false)
  const sku = query.get('add')
  const typed = Number(query.get('qty'))
  const qty = Number.isInteger(typed) && typed >= 1 ? typed : 1

  useEffect(() => {
    if (!sku || !pricing || added.current) return
    added.current = true
    const product = pricing.products.find((candidate) => candidate.sku === sku)
    // By then the stored cart has been read, and this goes on top of it.
    if (product) whenLoaded(() => cart.getState().add(sku, Math.min(qty, product.maxQty)))
    setQuery({}, { replace: true, preventScrollReset: true })
  }, [cart, pricing, sku, qty, setQuery])
}
