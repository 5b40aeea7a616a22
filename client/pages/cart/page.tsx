import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { routes } from '#shared/routes/routes.ts'
import { CartContents } from '../../shop/cart/cart-contents.tsx'
import { queryWithout } from '../../shop/cart/query-without.ts'
import { readQuantity } from '../../shop/cart/read-quantity.ts'
import { usePricing, useStores } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { whenLoaded } from '../../site/framework/when.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import '../../site/styles/page.css'
import '../../site/styles/blank.css'
import '../../site/styles/qty.css'
import '../../site/styles/waiting.css'
import '../../site/styles/cart.css'

/** Only the browser reads carts, so the server renders an empty one. */
export function Component() {
  useAddFromAddress()
  return (
    <>
      <Seo title="Cart" />
      <PageHeader
        past={<PageLink to={routes.shop}>Shop</PageLink>}
        title="Cart"
        lead="Kept in this browser until you check out. There’s no account to make."
        compact
      />
      <Section className="section--article Cart">
        <CartContents />
      </Section>
    </>
  )
}

/** Adds `?add=solo&qty=2` once. A form sent before hydration leads to this address. */
function useAddFromAddress(): void {
  const { cart } = useStores()
  const pricing = usePricing()
  const [query, setQuery] = useSearchParams()
  const added = useRef(false)

  useEffect(() => {
    const sku = query.get('add')
    if (!sku || !pricing || added.current) return
    added.current = true
    const product = pricing.products.find((candidate) => candidate.sku === sku)
    // The stored cart is read only after the page has loaded.
    whenLoaded(() => {
      if (product) cart.getState().add(sku, readQuantity(query.get('qty'), product.maxQty))
      setQuery(queryWithout(query, 'add', 'qty'), { replace: true, preventScrollReset: true })
    })
  }, [cart, pricing, query, setQuery])
}
