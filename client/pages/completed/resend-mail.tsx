import { apiRoutes } from '#shared/api-routes.ts'
import { HttpError } from '#shared/http-client.ts'
import type { Order } from '#shared/orders.ts'
import { Button } from '../../ui/button.tsx'
import { mailOf } from './describe-order.ts'
import { useOrderAct } from './use-order-act.ts'

/** Shows how the order's mail fares, and can send it again. */
export function ResendMail({ order }: { order: Order }) {
  const { id, customer } = order
  const { act, busy, said } = useOrderAct(apiRoutes.resend(id), {
    done: () => `It’s on its way again, to ${customer.email}.`,
    failed: (error) => explainRefusal(error, customer.email),
  })

  return (
    <div className="ResendMail NoPrint">
      <p role="status">{said || mailOf(order)}</p>
      <Button quiet type="button" className="Button--small" busy={busy} onClick={act}>
        Send the mail again
      </Button>
    </div>
  )
}

function explainRefusal(error: unknown, email: string): string {
  const isLimited = error instanceof HttpError && error.statusCode === 429
  return isLimited
    ? `It has been sent three times within the hour. Look for it in the spam folder of ${email}, or try again later.`
    : 'That didn’t work. Try again in a moment.'
}
