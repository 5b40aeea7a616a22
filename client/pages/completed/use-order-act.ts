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
  /** @returns the message to show; other values mean that the page is being left, so the button stays busy */
  done(answer: unknown): unknown
  /** Defaults to the checkout's explanation. */
  failed?(error: unknown): string
}

/** Posts an act of an order's page, one at a time. `message` is its result, with or without script. */
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
      // Falls back to the plain form, which has the mailed link's cookie, or reports that the order can't be opened.
      if (error instanceof HttpError && error.statusCode === 404) return plainForm.submit()
      // The order has changed meanwhile, and the reloaded page shows how.
      if (error instanceof HttpError && error.statusCode === 409) return location.reload()
      setMessage(failed?.(error) ?? explainFailure(error).detail)
    }
    setBusy(false)
  }

  return { form: { act, id, onSubmit: submit }, busy, message }
}
