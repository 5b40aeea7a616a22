import { formatDate } from '#shared/calendar.ts'
import { formatMoney } from '#shared/money.ts'
import { isPartlyPaid, type Order } from '#shared/orders.ts'
import { foreignTransferFacts, takesForeignTransfers, transferFacts } from '#shared/transfer-facts.ts'
import { useAppState } from '../../app-state.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { PayByCard } from './pay-by-card.tsx'
import { ResendMail } from './resend-mail.tsx'

/** Shows the same facts as the mail. */
export function BankTransfer({ order }: { order: Order }) {
  const { site, config } = useAppState()
  const { outstanding, total, currency } = order
  const isInPart = isPartlyPaid(order)
  const due = order.steps.find(({ kind }) => kind === 'due')
  const foreign = foreignTransferFacts(site)
  return (
    <section className="section" data-tone="paper" aria-labelledby="transfer">
      <div className="wrap Split">
        <div>
          <h2 className="Split-title" id="transfer">
            How to pay
          </h2>
          <p className="Lede">
            By bank transfer, with the order’s number as the reference. That’s how we know whose money it is.
          </p>
          <ResendMail order={order} />
        </div>
        <div>
          <dl className="Facts Facts--copied">
            {transferFacts(site, { ...order, amount: outstanding }).map(({ term, value }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd className="Facts-copied">
                  {value}
                  <CopyButton
                    className="TextLink NoPrint"
                    text={value}
                    label={`the ${term === 'Reference' || term.startsWith('A') ? term.toLowerCase() : term}`}
                  />
                </dd>
              </div>
            ))}
            {isInPart && (
              <div>
                <dt>Received</dt>
                <dd>{`${formatMoney(total - outstanding, currency)} of ${formatMoney(total, currency)}`}</dd>
              </div>
            )}
            {due && (
              <div>
                <dt>Pay by</dt>
                <dd>{formatDate(due.day)}</dd>
              </div>
            )}
          </dl>
          {foreign.length > 0 && (
            <details className="Fold">
              <summary>Paying from another country</summary>
              <dl className="Facts">
                {foreign.map(({ term, value }) => (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              <p>Choose “all charges to the sender”, so that the whole amount arrives.</p>
            </details>
          )}
          {!takesForeignTransfers(site) && (
            <p>
              Paying from another country? <a href={`mailto:${site.company.email}`}>Write to us</a> for what
              your bank asks for.
            </p>
          )}
          {config.cardPayments && !isInPart && <PayByCard order={order} />}
          {!isInPart && <CancelOrder order={order} />}
        </div>
      </div>
    </section>
  )
}
