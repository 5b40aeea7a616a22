import { apiRoutes } from '#shared/api-routes.ts'
import { aNote } from '#shared/invoice-text.ts'
import type { Order } from '#shared/orders.ts'
import { explainFailure } from '../../checkout/explain-failure.ts'
import { Button } from '../../ui/button.tsx'
import { useOrderAct } from './use-order-act.ts'

/** Cancels an order that waits for its money, after a second press. */
export function CancelOrder({ order: { id, number, taxRule } }: { order: Order }) {
  const { act, busy, said } = useOrderAct(apiRoutes.cancelUnpaid(id), {
    done: () => location.reload(),
    failed: (error) => explainFailure(error).detail,
  })

  return (
    <details className="Fold Form-actions--gap NoPrint">
      <summary>Cancel the order</summary>
      <p>
        {`The order is closed, ${aNote(taxRule !== null)} cancels its invoice, and nothing is owed. Money that comes all the same still pays it.`}
      </p>
      <div className="Form-actions">
        <Button quiet type="button" busy={busy} onClick={act}>
          {`Cancel order ${number}`}
        </Button>
      </div>
      <p className="Footnote" role="status">
        {said}
      </p>
    </details>
  )
}
