import { useState } from 'react'
import { apiRoutes } from '#shared/api-routes.ts'
import { createHttpClient } from '#shared/http-client.ts'
import type { Order } from '#shared/orders.ts'
import { useAppState } from '../../app-state.tsx'
import { explainFailure } from '../../checkout/explain-failure.ts'
import { fetchWithCookies } from '../../framework/fetch-with-cookies.ts'
import { Button } from '../../ui/button.tsx'

/** Cancels an order that waits for its money, after a second press. */
export function CancelOrder({ order: { id, number } }: { order: Order }) {
  const { apiBaseUrl } = useAppState().config
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function cancel() {
    if (busy) return
    setBusy(true)
    try {
      await createHttpClient(apiBaseUrl, fetchWithCookies).post(apiRoutes.cancelUnpaid(id), {})
      location.reload()
    } catch (error) {
      setFailure(explainFailure(error).detail)
      setBusy(false)
    }
  }

  return (
    <details className="Fold Form-actions--gap NoPrint">
      <summary>Cancel the order</summary>
      <p>
        The order is closed, a note cancels its invoice, and nothing is owed. Money that comes all the same
        still pays it.
      </p>
      <div className="Form-actions">
        <Button quiet type="button" busy={busy} onClick={cancel}>
          {`Cancel order ${number}`}
        </Button>
      </div>
      <p className="Footnote" role="status">
        {failure}
      </p>
    </details>
  )
}
