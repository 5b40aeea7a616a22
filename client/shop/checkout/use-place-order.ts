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
  /** Gets wrong members after a refusal; none when the page comes back. */
  onFailed(errors: CheckoutErrors): void
  /** Reloads the offer and its prices. Defaults to the cart's. */
  onOfferChanged?: (() => Promise<void>) | undefined
}

/** Failures appear in `checkoutError` and at the fields. */
export function usePlaceOrder({ onFailed, onOfferChanged }: Listener) {
  const { app } = useStores()
  const { apiBaseUrl } = useAppState().config
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CheckoutFailure | null>(null)
  const [errors, setErrors] = useState<CheckoutErrors>({})
  const sending = useRef(false)
  const http = createHttpClient(apiBaseUrl, fetchWithCookies)

  // The notice goes once the last field is corrected.
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
      // The next press is another try.
      if (lostKey.includes(codeOf(error) ?? '')) forgetAttempt(key)
      throw error
    })
    const { id, status } = placed.order
    if (status === 'expired' || status === 'cancelled' || (earlier && status !== 'pending')) {
      // An earlier try’s order has ended or was paid since, so this is another one.
      forgetAttempt(key)
      return order(body, items)
    }
    // Other tabs ask for the order as soon as they know of it, so its cookie comes first.
    if (apiBaseUrl) await openHere(placed)
    rememberPlaced(key, id, items)
    const { payment } = placed
    if (payment.action === 'redirect') return payment.url
    clearDraft()
    return routes.completedOrder(id)
  }

  async function quote(body: object) {
    const { key } = attemptOf(body)
    const { quote } = await postOnce<MadeQuote>(http, apiRoutes.quotes, body, key)
    // The next one holds the prices of its own day.
    forgetAttempt(key)
    // The API's cookie is for the API's host alone, so the link opens the quote here.
    return apiBaseUrl ? quote.link : routes.quoteOf(quote.id)
  }

  /** @param work returns where to go next */
  async function send(act: Act, work: () => Promise<string>, found: CheckoutErrors) {
    if (sending.current) return
    if (Object.keys(found).length > 0)
      return fail({ errors: found, title: notDone[act], detail: 'Check the fields that are marked.' })
    sending.current = true
    setBusy(true)
    setErrors({})
    // Offline, the next notice comes before the effect runs, which would take it away.
    setFailure(null)
    app.setState({ checkoutError: '' })
    const { pathname } = location
    const isHere = () => location.pathname === pathname
    try {
      const next = await work()
      // Nobody is pulled away from another page. The cart’s page tells of the order.
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
    /** @param found the body's errors by JSON pointer @param items leave the cart once they're bought */
    placeOrder: (body: object, found: CheckoutErrors, items: readonly CartLine[]) =>
      send('quote' in body ? 'orderOfQuote' : 'order', () => order(body, items), found),
    /** Makes a quote at today's prices. */
    makeQuote: (body: object, found: CheckoutErrors) => send('quote', () => quote(body), found),
  }
}

/** The page shows an outdated offer. */
const offerChanged = ['price_changed', 'change_not_offered', 'quote_used', 'quote_withdrawn', 'quote_expired']

/** No try with the same key can order. */
const lostKey = ['idempotency_key_reused', 'order_links_revoked']

function isMended(failure: CheckoutFailure | null, errors: CheckoutErrors): boolean {
  const wasMarked = Object.keys(failure?.errors ?? {}).length > 0
  return wasMarked && Object.keys(errors).length === 0
}

/** The API's cookie is for the API's host alone, so this host sets its own. */
async function openHere({ order, accessToken }: PlacedOrder): Promise<void> {
  const address = `${routes.completedOrder(order.id)}&token=${encodeURIComponent(accessToken)}`
  await fetch(address, { method: 'HEAD' }).catch(() => {})
}
