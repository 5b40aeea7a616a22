import { useEffect, useRef, useState } from 'react'
import { createHttpClient } from '#shared/http/http-client.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import type { MadeQuote } from '#shared/orders/quotes.ts'
import type { CartLine } from '#shared/pricing/cart.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState, useStores } from '../../site/framework/app-state.tsx'
import { fetchWithCookies } from '../../site/framework/fetch-with-cookies.ts'
import { usePageRestored } from '../../site/framework/use-page-restored.ts'
import type { CheckoutErrors } from './check-fields.ts'
import { clearDraft } from './draft-storage.ts'
import { type Act, type CheckoutFailure, codeOf, explainFailure, notDone } from './explain-failure.ts'
import { attemptOf, forgetAttempt, rememberPlaced } from './order-attempts.ts'
import { postOnce } from './post-once.ts'

type Listener = {
  /** Called with the errors after a refusal, and without any when the page is restored. */
  onFailed(errors: CheckoutErrors): void
  /** Reloads the offer and its prices; defaults to the cart's prices. */
  onOfferChanged?: (() => Promise<void>) | undefined
}

/** Failures are shown by `checkoutError` and at the fields. */
export function usePlaceOrder({ onFailed, onOfferChanged }: Listener) {
  const { app } = useStores()
  const { apiBaseUrl } = useAppState().config
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CheckoutFailure | null>(null)
  const [errors, setErrors] = useState<CheckoutErrors>({})
  const sending = useRef(false)
  const http = createHttpClient(apiBaseUrl, fetchWithCookies)

  // Removes the notice once the last field is corrected.
  useEffect(() => {
    if (isMended(failure, errors)) app.setState({ checkoutError: '' })
  }, [failure, errors, app])

  function stop() {
    sending.current = false
    setBusy(false)
  }

  usePageRestored(() => {
    if (!sending.current) return
    stop()
    onFailed({})
  })

  function fail(failed: CheckoutFailure) {
    const isCheckoutUnfilled = Object.keys(failed.errors).length > 0
    app.setState({ checkoutError: failed.detail, checkoutErrorTitle: failed.title, isCheckoutUnfilled })
    setErrors(failed.errors)
    setFailure(failed)
  }

  async function order(body: object, items: readonly CartLine[]): Promise<string> {
    const { key, order: earlier } = attemptOf(body)
    const placed = await postOnce<PlacedOrder>(http, apiRoutes.checkout, body, key).catch((error) => {
      // The next press uses a new key.
      if (lostKey.includes(codeOf(error) ?? '')) forgetAttempt(key)
      throw error
    })
    const { id, status } = placed.order
    if (status === 'expired' || status === 'cancelled' || (earlier && status !== 'pending')) {
      // The earlier order has ended or was paid meanwhile, so this becomes a new order.
      forgetAttempt(key)
      return order(body, items)
    }
    // Sets the order's cookie first, because other tabs request the order as soon as they know of it.
    if (apiBaseUrl) await setOrderCookie(placed)
    rememberPlaced(key, id, items)
    const { payment } = placed
    if (payment.action === 'redirect') return payment.url
    clearDraft()
    return routes.completedOrder(id)
  }

  async function quote(body: object) {
    const { key } = attemptOf(body)
    const { quote } = await postOnce<MadeQuote>(http, apiRoutes.quotes, body, key)
    // The next quote gets a new key, and so the prices of its own day.
    forgetAttempt(key)
    // The API's cookie is valid only on the API's host, so the link opens the quote here.
    return apiBaseUrl ? quote.link : routes.quoteOf(quote.id)
  }

  /** @param work returns the next address */
  async function send(act: Act, work: () => Promise<string>, found: CheckoutErrors) {
    if (sending.current) return
    if (Object.keys(found).length > 0)
      return fail({ errors: found, title: notDone[act], detail: 'Check the fields that are marked.' })
    sending.current = true
    setBusy(true)
    setErrors({})
    // While offline, the next failure comes before the effect runs, which would remove its notice.
    setFailure(null)
    app.setState({ checkoutError: '' })
    const { pathname } = location
    const isHere = () => location.pathname === pathname
    try {
      const next = await work()
      // Stays on another page that the visitor has opened. The cart’s page reports the order.
      if (isHere()) location.assign(next)
      else stop()
    } catch (error) {
      const failed = explainFailure(error, act)
      if (isHere() && offerChanged.includes(codeOf(error) ?? '')) await (onOfferChanged ?? refreshPrices)()
      fail(failed)
      stop()
      onFailed(failed.errors)
    }
  }

  async function refreshPrices() {
    const pricing = await http.get(apiRoutes.pricing).catch(() => null)
    if (pricing) app.setState({ pricing: pricing as Pricing })
  }

  return {
    busy,
    /** A new object for each failure. */
    failure,
    errors,
    setError: (pointer: string, error?: string) =>
      setErrors(({ [pointer]: _mended, ...others }) => (error ? { ...others, [pointer]: error } : others)),
    /**
     * @param found the body's errors by JSON pointer
     * @param items the cart's items, removed once they are bought
     */
    placeOrder: (body: object, found: CheckoutErrors, items: readonly CartLine[]) =>
      send('quote' in body ? 'orderOfQuote' : 'order', () => order(body, items), found),
    makeQuote: (body: object, found: CheckoutErrors) => send('quote', () => quote(body), found),
  }
}

/** Error codes that mean that the page shows an outdated offer. */
const offerChanged = ['price_changed', 'change_not_offered', 'quote_used', 'quote_withdrawn', 'quote_expired']

/** Error codes after which the key can't order any more. */
const lostKey = ['idempotency_key_reused', 'order_links_revoked']

function isMended(failure: CheckoutFailure | null, errors: CheckoutErrors): boolean {
  const wasMarked = Object.keys(failure?.errors ?? {}).length > 0
  return wasMarked && Object.keys(errors).length === 0
}

/** The API's cookie is valid only on the API's host, so this host sets its own. */
async function setOrderCookie({ order, accessToken }: PlacedOrder): Promise<void> {
  const address = `${routes.completedOrder(order.id)}&token=${encodeURIComponent(accessToken)}`
  await fetch(address, { method: 'HEAD' }).catch(() => {})
}
