import { useRef, useState } from 'react'
import { createHttpClient, HttpError } from '#shared/http-client.ts'
import type { PricedCart } from '#shared/price-cart.ts'
import type { Problem } from '#shared/problem.ts'
import { apiRoutes, routes } from '#shared/routes.ts'
import { useAppState, useStores } from '../app-state.tsx'
import type { CheckoutErrors } from './checkout-fields.tsx'

type Placed = {
  order: { id: string }
  payment: { action: 'redirect'; url: string } | { action: 'instructions' }
}

const unreachable =
  'We couldn’t be reached. Nothing has been charged, and your cart is as you left it. Try again in a moment.'

/** Sends the cart as an order. A failure is said in `checkoutError`, and by the fields that caused it. */
export function usePlaceOrder({ onFailed }: { onFailed(): void }) {
  const { app } = useStores()
  const { config } = useAppState()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<CheckoutErrors>({})
  // The same attempt, sent twice, is one order, though each try has its own human verification; another body is another attempt.
  const attempt = useRef({ body: '', key: '' })

  async function placeOrder(form: FormData, cart: PricedCart) {
    const body = toCheckoutBody(form, cart)
    const text = JSON.stringify({ ...body, verification: undefined })
    if (attempt.current.body !== text) attempt.current = { body: text, key: randomKey() }
    setBusy(true)
    app.setState({ checkoutError: '' })
    try {
      const http = createHttpClient(config.apiBaseUrl, fetch)
      const headers = { 'idempotency-key': attempt.current.key }
      const { order, payment } = (await http.post(apiRoutes.checkout, body, headers)) as Placed
      location.assign(payment.action === 'redirect' ? payment.url : routes.completedOrder(order.id))
    } catch (error) {
      const problem = error instanceof HttpError ? (error.body as Partial<Problem>) : {}
      setErrors(Object.fromEntries((problem.errors ?? []).map(({ pointer, detail }) => [pointer, detail])))
      app.setState({ checkoutError: problem.detail ?? unreachable })
      setBusy(false)
      onFailed()
    }
  }

  return { placeOrder, busy, errors }
}

function toCheckoutBody(form: FormData, { lines, total }: PricedCart) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const optional = (name: string) => text(name) || undefined
  return {
    items: lines.filter(({ product }) => product).map(({ sku, qty }) => ({ sku, qty })),
    expectedTotal: total,
    paymentMethod: text('paymentMethod'),
    customer: {
      name: text('name'),
      email: text('email'),
      companyName: optional('companyName'),
      abn: optional('abn'),
      country: text('country'),
    },
    purchaseOrder: optional('purchaseOrder'),
    acceptTerms: form.get('acceptTerms') === 'true',
    verification: text('g-recaptcha-response'),
  }
}

/** `crypto.randomUUID` is there only on secure origins. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
