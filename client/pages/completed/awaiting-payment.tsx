import { changesLicence } from '#shared/orders/changes-licence.ts'
import type { Order } from '#shared/orders/orders.ts'
import { Button } from '../../site/ui/button.tsx'
import { SplitSection } from '../../site/ui/section.tsx'
import { Waiting } from '../../site/ui/waiting.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { PayByCard } from './pay-by-card.tsx'
import { TransferDetails } from './transfer-details.tsx'

type Props = { order: Order; watching: boolean; checkAgain(): void }

/** Shown while the payment is under way, or still to be made. */
export function AwaitingPayment({ order, watching, checkAgain }: Props) {
  const { paymentUrl } = order
  return (
    <SplitSection
      className="NoPrint"
      id="payment"
      title="Your payment"
      lede="Banks mostly answer within seconds. If you came back before paying, your order is still here."
    >
      <div>
        {watching ? (
          <Waiting label="Waiting for the payment" />
        ) : (
          <p>
            {`It hasn’t arrived yet. We go on looking for it, and ${changesLicence(order.lines) ? 'change the licence' : 'send the keys'} when it does.`}
          </p>
        )}
        <div className="Form-actions Gap">
          {!watching && (
            <Button type="button" onClick={checkAgain}>
              Check again
            </Button>
          )}
          {paymentUrl && (
            <a className="TextLink" href={paymentUrl}>
              Go on to the payment
            </a>
          )}
        </div>
        {!paymentUrl && order.quote && order.takesCard && <PayByCard order={order} />}
        <noscript>
          <p>Scripts are off: load this page again to see whether the payment has arrived.</p>
        </noscript>
        {order.dueAt && (
          <details className="Fold Gap">
            <summary>Pay by bank transfer instead</summary>
            <TransferDetails order={order} />
          </details>
        )}
        {(order.dueAt || order.quote) && <CancelOrder order={order} />}
      </div>
    </SplitSection>
  )
}
