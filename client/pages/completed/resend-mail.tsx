import { useState } from 'react'
import { apiRoutes } from '#shared/api-routes.ts'
import { createHttpClient, HttpError } from '#shared/http-client.ts'
import type { Order } from '#shared/orders.ts'
import { useAppState } from '../../app-state.tsx'
import { fetchWithCookies } from '../../framework/fetch-with-cookies.ts'
import { Button } from '../../ui/button.tsx'
import { mailOf } from './describe-order.ts'

/** Shows how the order's mail fares, and can send it again. */
export function ResendMail({ order }: { order: Order }) {
  const { apiBaseUrl } = useAppState().config
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState('')

  async function resend() {
    if (busy) return
    setBusy(true)
    setAnswer(await send(apiBaseUrl, order))
    setBusy(false)
  }

  return (
    <div className="ResendMail NoPrint">
      <p role="status">{answer || mailOf(order)}</p>
      <Button quiet type="button" className="Button--small" busy={busy} onClick={resend}>
        Send the mail again
      </Button>
    </div>
  )
}

/** @returns a sentence about the result */
async function send(apiBaseUrl: string, { id, customer: { email } }: Order): Promise<string> {
  try {
    await createHttpClient(apiBaseUrl, fetchWithCookies).post(apiRoutes.resend(id), {})
    return `It’s on its way again, to ${email}.`
  } catch (error) {
    const isLimited = error instanceof HttpError && error.statusCode === 429
    return isLimited
      ? `It has been sent three times within the hour. Look for it in the spam folder of ${email}, or try again later.`
      : 'That didn’t work. Try again in a moment.'
  }
}
