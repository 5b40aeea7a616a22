import { formatMoney } from '#shared/money.ts'
import type { Order } from '#shared/orders.ts'
import { routes } from '#shared/routes.ts'
import { useAppState } from '../../app-state.tsx'
import { PageLink } from '../../framework/page-link.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ResendMail } from './resend-mail.tsx'

/** How to pay an order by bank transfer: the same facts as in its mail. */
export function BankTransfer({ order }: { order: Order }) {
  const { company, bankAccount } = useAppState().site
  const facts = [
    ['Account name', company.name],
    ['BSB', bankAccount.bsb],
    ['Account number', bankAccount.number],
    ['Reference', order.number],
    ['Amount', `${formatMoney(order.total, order.currency)} ${order.currency}`],
  ] as const
  return (
    <section className="section" data-tone="paper" aria-labelledby="transfer">
      <div className="wrap Split">
        <div>
          <h2 className="Split-title" id="transfer">
            How to pay
          </h2>
          <p className="Lede">
            Give the order number as the reference, so that we can tell whose money it is. Paying from abroad?{' '}
            <PageLink to={routes.contact}>Write to us</PageLink>.
          </p>
          <ResendMail order={order} />
        </div>
        <dl className="Facts Facts--copied">
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="Facts-copied">
                {value}
                <CopyButton className="TextLink NoPrint" text={value} label={`the ${term.toLowerCase()}`} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
