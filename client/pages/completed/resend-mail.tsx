import { useSearchParams } from 'react-router'
import { HttpError } from '#shared/http/http-client.ts'
import type { Order } from '#shared/orders/orders.ts'
import { Button } from '../../site/ui/button.tsx'
import { mailOf } from './describe-order.ts'
import { OrderActForm } from './order-act-form.tsx'
import { useOrderAct } from './use-order-act.ts'

/** Shows the delivery status of the order's mail, and can send it again. */
export function ResendMail({ order }: { order: Order }) {
  const { id, customer } = order
  const [query] = useSearchParams()
  const again = `It’s on its way again, to ${customer.email}.`
  const { form, busy, message } = useOrderAct('resend', id, {
    done: () => again,
    failed: (error) => explainRefusal(error, customer.email),
  })

  return (
    <OrderActForm {...form} className="ResendMail NoPrint">
      <p role="status">{message || (query.get('done') === 'resend' ? again : mailOf(order))}</p>
      <Button quiet className="Button--small" busy={busy}>
        Send the mail again
      </Button>
    </OrderActForm>
  )
}

function explainRefusal(error: unknown, email: string): string {
  const isLimited = error instanceof HttpError && error.statusCode === 429
  return isLimited
    ? `It has been sent three times within the hour. Look for it in the spam folder of ${email}, or try again later.`
    : 'That didn’t work. Try again in a moment.'
}
