import { isPartlyPaid, type Order } from '#shared/orders/orders.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { SplitSection } from '../../site/ui/section.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { PayByCard } from './pay-by-card.tsx'
import { ResendMail } from './resend-mail.tsx'
import { TransferDetails } from './transfer-details.tsx'

export function BankTransfer({ order }: { order: Order }) {
  const { apiBaseUrl } = useAppState().config
  return (
    <SplitSection
      id="transfer"
      title="How to pay"
      lede="By bank transfer, with the order’s number as the reference. That’s how we know whose money it is."
      beside={
        <>
          {order.invoice && (
            <p className="NoPrint">
              <a className="TextLink" href={apiBaseUrl + order.invoice.url}>
                <Icon name="download" />
                Save the invoice as PDF
              </a>
            </p>
          )}
          <ResendMail order={order} />
        </>
      }
    >
      <div>
        <TransferDetails order={order} />
        {isPartlyPaid(order) ? (
          <AfterPart order={order} />
        ) : (
          <>
            {order.takesCard && <PayByCard order={order} />}
            <CancelOrder order={order} />
          </>
        )}
      </div>
    </SplitSection>
  )
}

/** A card page charges the whole total, and only a person can send the first part back. */
function AfterPart({ order: { number } }: { order: Order }) {
  const { site, config } = useAppState()
  const subject = encodeURIComponent(`Order ${number}`)
  return (
    <p className="NoPrint">
      {config.cardPayments && (
        <span>A card would pay the whole order again, so the rest comes by transfer too.</span>
      )}{' '}
      <span>
        To cancel the order, <a href={`mailto:${site.company.email}?subject=${subject}`}>write to us</a>, and
        say where the part you’ve paid should go back to.
      </span>
    </p>
  )
}
