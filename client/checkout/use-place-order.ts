import { useEffect, useRef, useState } from 'react'
import { apiRoutes } from '#shared/api-routes.ts'
import type { CartLine } from '#shared/cart.ts'
import { createHttpClient } from '#shared/http-client.ts'
import type { PlacedOrder } from '#shared/orders.ts'
import type { Pricing } from '#shared/pricing.ts'
import type { MadeQuote } from '#shared/quotes.ts'
import { routes } from '#shared/routes.ts'
import { useAppState, useStores } from '../app-state.tsx'
import { fetchWithCookies } from '../framework/fetch-with-cookies.ts'
import { attemptKey } from './attempt.ts'
import type { CheckoutErrors } from './check-fields.ts'
import { type CheckoutFailure, codeOf, explainFailure } from './explain-failure.ts'
import { rememberPlaced } from './placed-orders.ts'
import { sendOrder } from './send-order.ts'

type Listener = {
  /** The page came back, or an order was refused: then with the members that are wrong. */
  onFailed(errors: CheckoutErrors): void
  /** Fetches what can be ordered, and its prices, again; those of the cart where it's missing. */
  onOfferChanged?: (() => Promise<void>) | undefined
}

/** Sends an order. `checkoutError` and the faulty fields report a failure. */
export function usePlaceOrder({ onFailed, onOfferChanged }: Listener) {
  const { app } = useStores()
  const { apiBaseUrl } = useAppState().config
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CheckoutFailure | null>(null)
  const [errors, setErrors] = useState<CheckoutErrors>({})
  const sending = useRef(false)
  const http = createHttpClient(apiBaseUrl, fetchWithCookies)

  // The notice goes when the last field is mended.
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
    app.setState({ checkoutError: failed.detail })
    setErrors(failed.errors)
    setFailure(failed)
  }

  async function order(body: object) {
    const key = attemptKey(body)
    const placed = await sendOrder(http, body, key)
    rememberPlaced(placed.order.id, { items: itemsOf(body), attempt: key })
    if (apiBaseUrl) await openHere(placed)
    const { order, payment } = placed
    location.assign(payment.action === 'redirect' ? payment.url : routes.completedOrder(order.id))
  }

  async function quote(body: object) {
    const headers = { 'idempotency-key': attemptKey(body) }
    const { quote } = (await http.post(apiRoutes.quotes, body, headers)) as MadeQuote
    // The API's cookie is for the API's host only; the link opens the quote on this one too.
    location.assign(apiBaseUrl ? quote.link : routes.quoteOf(quote.id))
  }

  async function send(work: () => Promise<void>, found: CheckoutErrors) {
    if (sending.current) return
    if (Object.keys(found).length > 0)
      return fail({ errors: found, detail: 'Check the fields that are marked.' })
    sending.current = true
    setBusy(true)
    setErrors({})
    app.setState({ checkoutError: '' })
    try {
      await work()
    } catch (error) {
      const failed = explainFailure(error)
      if (offerChanged.includes(codeOf(error) ?? '')) await (onOfferChanged ?? refreshPrices)()
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
    /** A new object for each failed try. */
    failure,
    errors,
    setError: (pointer: string, error?: string) =>
      setErrors(({ [pointer]: _mended, ...others }) => (error ? { ...others, [pointer]: error } : others)),
    /** @param found what is wrong with it, by pointer */
    placeOrder: (body: object, found: CheckoutErrors) => send(() => order(body), found),
    /** The same for a quote, which holds today's prices. */
    makeQuote: (body: object, found: CheckoutErrors) => send(() => quote(body), found),
  }
}

/** What the page shows isn't what is sold any more. */
const offerChanged = ['price_changed', 'change_not_offered']
function itemsOf(body: object): CartLine[] {
  return 'items' in body ? (body.items as CartLine[]) : []
}

function isMended(failure: CheckoutFailure | null, errors: CheckoutErrors): boolean {
  const wasMarked = Object.keys(failure?.errors ?? {}).length > 0
  return wasMarked && Object.keys(errors).length === 0
}

/** Calls back when the page returns from the back/forward cache, where it may still look busy. */
function usePageRestored(onBack: () => void) {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && onBack()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  })
}

/** Swaps the token for a cookie of this host too. The API's cookie is for the API's host only. */
async function openHere({ order, accessToken }: PlacedOrder): Promise<void> {
  const address = `${routes.completedOrder(order.id)}&token=${encodeURIComponent(accessToken)}`
  await fetch(address, { method: 'HEAD' }).catch(() => {})
}
