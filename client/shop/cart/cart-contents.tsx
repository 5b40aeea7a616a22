import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CartPrice } from '#shared/pricing/price-answer.ts'
import { type PricedCart, type PricedLine, priceCart } from '#shared/pricing/price-cart.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { useAppState, useCart, usePricing, useStores } from '../../site/framework/app-state.tsx'
import { Waiting } from '../../site/ui/waiting.tsx'
import { Checkout } from '../checkout/checkout.tsx'
import { CheckoutError } from '../checkout/checkout-error.tsx'
import { placedOrders } from '../checkout/order-attempts.ts'
import { CartLines } from './cart-lines.tsx'
import type { RemovedLines } from './cart-store.ts'
import { EmptyCart } from './empty-cart.tsx'
import { RemovedNotice } from './removed-notice.tsx'
import { sumsOfCart } from './sums-of-cart.ts'
import { useDiscountCode } from './use-discount-code.ts'
import { cartCodeKey, useKeepCode } from './use-keep-code.ts'

/** Loaded on demand, because few visitors return without having seen their order's page. */
const LastOrder = lazy(() =>
  import('../checkout/last-order.tsx').then(
    ({ LastOrder }) => ({ default: LastOrder }),
    () => ({ default: () => null }),
  ),
)

type Removed = { message: string; taken: RemovedLines }

export function CartContents() {
  const { app } = useStores()
  const { site } = useAppState()
  const cart = useCart((state) => state)
  const pricing = usePricing()
  const [query] = useSearchParams()
  const [removed, setRemoved] = useState<Removed | null>(null)
  const placed = useLastPlaced()
  const places = cart.lines.map((line, index) => ({ line, index }))

  useKeepCode()
  const code = useDiscountCode({
    storedAs: cartCodeKey,
    // Items from the address come first, because the code may apply only to them.
    isReady: pricing !== null && cart.lines.length > 0 && !query.has('add'),
    async ask(http, typed) {
      const body = { items: cart.lines, code: typed, country: site.company.country }
      return ((await http.post(apiRoutes.cartPrice, body)) as CartPrice).code
    },
  })

  useEffect(() => () => app.setState({ checkoutError: '' }), [app])

  function remove(sku: string) {
    const name = pricing?.products.find((product) => product.sku === sku)?.name ?? sku
    setRemoved({
      message: `Removed ${name}.`,
      taken: { lines: places.filter(({ line }) => line.sku === sku) },
    })
    cart.remove(sku)
  }

  function clear() {
    setRemoved({ message: 'The cart is empty.', taken: { lines: places, companyName: cart.companyName } })
    cart.clear()
  }

  function undo() {
    if (removed) cart.restore(removed.taken)
    setRemoved(null)
    // The pressed button disappears with its notice, so the focus moves.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }

  const isEmpty = cart.lines.length === 0
  const priced = pricing && priceCart(cart.lines, pricing, code.applied?.terms)
  const actions = { onQuantity: cart.setQuantity, onRemove: remove, onClear: clear }
  return (
    <>
      {!isEmpty && <CheckoutError />}
      {placed && (
        <Suspense>
          <LastOrder id={placed} />
        </Suspense>
      )}
      {removed && <RemovedNotice message={removed.message} onUndo={undo} />}
      {isEmpty ? (
        <EmptyCart />
      ) : (
        <div className="Split Split--form">
          <CartLines
            lines={priced?.lines ?? cart.lines.map(unpriced)}
            currency={pricing?.currency}
            {...actions}
          />
          {pricing ? (
            priced?.lines.some(({ product }) => product) && (
              <Checkout
                subject={{ items: soldLines(priced) }}
                sums={priced}
                pricing={pricing}
                lines={sumsOfCart(priced, code)}
                code={code}
              />
            )
          ) : (
            <Waiting label="Prices are on their way" />
          )}
        </div>
      )}
    </>
  )
}

/**
 * The id of an order whose page wasn't seen, even one from another tab; empty if there is none. It is kept even
 * after the order's page has removed it from storage.
 */
function useLastPlaced(): string {
  const [placed, setPlaced] = useState('')
  useEffect(() => {
    let known: string[] = []
    const look = () => {
      const orders = placedOrders()
      setPlaced((before) => orders.findLast((order) => !known.includes(order)) ?? before)
      known = orders
    }
    look()
    addEventListener('storage', look)
    addEventListener('pageshow', look)
    return () => {
      removeEventListener('storage', look)
      removeEventListener('pageshow', look)
    }
  }, [])
  return placed
}

function soldLines({ lines }: PricedCart) {
  return lines.filter(({ product }) => product).map(({ sku, qty }) => ({ sku, qty }))
}

function unpriced(line: { sku: string; qty: number }): PricedLine {
  return { ...line, product: null, amount: 0, tax: 0, discount: 0, discounts: [] }
}
