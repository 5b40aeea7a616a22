import { changesLicence } from '#shared/orders/changes-licence.ts'
import type { CardPayment, Order } from '#shared/orders/orders.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { Button } from '../../site/ui/button.tsx'
import { verbatim } from '../../site/ui/verbatim.tsx'
import { OrderActForm } from './order-act-form.tsx'
import { useOrderAct } from './use-order-act.ts'

/** Offers card payment after a bank transfer was chosen, the payment page failed to open, or the bank refused. */
export function PayByCard({ order }: { order: Order }) {
  const { id, total, currency } = order
  const isOther = order.paymentMethod === 'invoice' && order.payment !== 'failed'
  const { form, busy, message } = useOrderAct('pay', id, {
    done: (answer) => location.assign((answer as { payment: CardPayment }).payment.url),
  })
  const outcome = changesLicence(order.lines) ? 'the licence changes' : 'the keys come'

  return (
    <OrderActForm {...form} className="Gap NoPrint">
      <Button quiet busy={busy}>
        {verbatim`Pay by card${isOther ? ' instead' : ''}, ${formatPrice(total, currency)}`}
      </Button>
      <p className="Footnote" role="status">
        {message ||
          `By card, ${outcome} in a minute. It stays the same order${order.invoice ? ' and the same invoice' : ''}.`}
      </p>
    </OrderActForm>
  )
}
