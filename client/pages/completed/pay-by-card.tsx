import { useState } from 'react'
import { apiRoutes } from '#shared/api-routes.ts'
import { createHttpClient } from '#shared/http-client.ts'
import { formatPrice } from '#shared/money.ts'
import type { CardPayment, Order } from '#shared/orders.ts'
import { useAppState } from '../../app-state.tsx'
import { explainFailure } from '../../checkout/explain-failure.ts'
import { fetchWithCookies } from '../../framework/fetch-with-cookies.ts'
import { Button } from '../../ui/button.tsx'
import { isChange } from './describe-order.ts'

/** Lets a buyer who chose a transfer pay by card. */
export function PayByCard({ order }: { order: Order }) {
  const { id, total, currency } = order
  const { apiBaseUrl } = useAppState().config
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const outcome = isChange(order) ? 'the licence changes' : 'the key comes'

  async function pay() {
    if (busy) return
    setBusy(true)
    try {
      const http = createHttpClient(apiBaseUrl, fetchWithCookies)
      const { payment } = (await http.post(apiRoutes.payByCard(id), {})) as { payment: CardPayment }
      location.assign(payment.url)
    } catch (error) {
      setFailure(explainFailure(error).detail)
      setBusy(false)
    }
  }

  return (
    <div className="Form-actions--gap NoPrint">
      <Button quiet type="button" busy={busy} onClick={pay}>
        {`Pay by card instead, ${formatPrice(total, currency)}`}
      </Button>
      <p className="Footnote" role="status">
        {failure || `By card, ${outcome} in a minute. It stays the same order and the same invoice.`}
      </p>
    </div>
  )
}
