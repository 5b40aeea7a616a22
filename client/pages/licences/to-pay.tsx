import { formatDate } from '#shared/calendar/calendar.ts'
import { changesLicence } from '#shared/orders/changes-licence.ts'
import type { OwnOrder } from '#shared/orders/mine.ts'
import { isPartlyPaid } from '#shared/orders/orders.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { licenceActRoute, routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Notice } from '../../site/ui/notice.tsx'
import { Verbatim, verbatim } from '../../site/ui/verbatim.tsx'

export function ToPay({ order }: { order: OwnOrder }) {
  const { id, number, outstanding, currency, paymentMethod, payment, lines, steps } = order
  const isInPart = isPartlyPaid(order)
  // After the bank refused a debit, card and transfer are both possible.
  const isRefused = payment === 'failed'
  const byTransfer = paymentMethod === 'invoice' || isInPart
  const way = isRefused ? 'payment' : byTransfer ? 'bank transfer' : 'card payment'
  const isOne = lines.reduce((count, { qty }) => count + qty, 0) === 1
  const keys = isOne ? 'The key comes' : 'The keys come'
  const outcome = changesLicence(lines) ? 'The licence changes' : keys
  const due = steps.find(({ kind }) => kind === 'due')
  return (
    <Notice icon="info">
      <strong>
        {verbatim`Order ${number}`}
        <span>{` waits for ${isInPart ? 'the rest of ' : ''}your ${way}: `}</span>
        <Verbatim>{formatPrice(outstanding, currency)}</Verbatim>
        {due && <span>{`, due ${formatDate(due.day)}`}</span>}
      </strong>
      <span>{`${lines.map(({ qty, name }) => `${qty} × ${name}`).join(', ')}. ${outcome} when it’s paid.`}</span>
      <div className="Notice-actions">
        {(byTransfer || isRefused) && <PageLink to={routes.completedOrder(id)}>How to pay</PageLink>}
        {order.takesCard && (
          <PageLink to={licenceActRoute('pay', id)}>
            {isRefused ? 'Pay by card' : byTransfer ? 'Pay by card instead' : 'Go on to pay by card'}
          </PageLink>
        )}
        {!isInPart && <PageLink to={licenceActRoute('cancel', id)}>Cancel the order</PageLink>}
      </div>
    </Notice>
  )
}
