import { aNote } from '#shared/orders/invoice-text.ts'
import type { Order } from '#shared/orders/orders.ts'
import { Button } from '../../site/ui/button.tsx'
import { verbatim } from '../../site/ui/verbatim.tsx'
import { OrderActForm } from './order-act-form.tsx'
import { useOrderAct } from './use-order-act.ts'

/** Cancels an unpaid order, after a second press. */
export function CancelOrder({ order: { id, number, taxRule, invoice, quote } }: { order: Order }) {
  const { form, busy, message } = useOrderAct('cancel', id, {
    done: () => location.reload(),
  })

  return (
    <details className="Fold Gap NoPrint" open={message !== '' || undefined}>
      <summary>Cancel the order</summary>
      <p>
        {`The order is closed, ${invoice ? `${aNote(taxRule !== null)} cancels its invoice, ` : ''}and nothing is owed. Money that comes all the same still pays it.${quote ? ' The quote can be ordered again while its prices hold.' : ''}`}
      </p>
      <OrderActForm {...form} className="Form-actions">
        <Button quiet busy={busy}>
          {verbatim`Cancel order ${number}`}
        </Button>
      </OrderActForm>
      <p className="Footnote" role="status">
        {message}
      </p>
    </details>
  )
}
