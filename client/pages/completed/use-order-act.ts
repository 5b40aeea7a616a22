import { type FormEvent, useState } from 'react'
import { useActionData } from 'react-router'
import { createHttpClient, HttpError } from '#shared/http/http-client.ts'
import { orderActRoutes } from '#shared/orders/order-act-routes.ts'
import type { OrderAct, OrderRefusal } from '#shared/orders/orders.ts'
import { explainFailure } from '../../shop/checkout/explain-failure.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { fetchWithCookies } from '../../site/framework/fetch-with-cookies.ts'
import { usePageRestored } from '../../site/framework/use-page-restored.ts'

type Answers = {
  /** @returns what to say; without text the page is being left, and the button stays busy */
  done(answer: unknown): unknown
  /** Defaults to the checkout's words. */
  failed?(error: unknown): string
}

/** Posts an act of an order's page, once at a time. `message` tells how it ended, with or without script. */
export function useOrderAct(act: OrderAct, id: string, { done, failed }: Answers) {
  const { apiBaseUrl } = useAppState().config
  const refusal = useActionData() as OrderRefusal | undefined
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState(refusal?.act === act ? refusal.detail : '')

  usePageRestored(() => setBusy(false))

  async function submit(event: FormEvent<HTMLFormElement>) {
    const plainForm = event.currentTarget
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const post = createHttpClient(apiBaseUrl, fetchWithCookies).post
      const text = done(await post(orderActRoutes[act](id), {}))
      if (typeof text !== 'string') return
      setMessage(text)
    } catch (error) {
      // The plain form goes to the web tier, which has a mailed link's cookie, or says that the order no longer opens.
      if (error instanceof HttpError && error.statusCode === 404) return plainForm.submit()
      // The order has changed since the page was loaded, and the page says how.
      if (error instanceof HttpError && error.statusCode === 409) return location.reload()
      setMessage(failed?.(error) ?? explainFailure(error).detail)
    }
    setBusy(false)
  }

  return { form: { act, id, onSubmit: submit }, busy, message }
}
