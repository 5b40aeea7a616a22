import { Fragment } from 'react'
import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { titleOf } from '#shared/orders/invoice-text.ts'
import type { OwnOrder } from '#shared/orders/mine.ts'
import type { OrderDocument, OrderStatus } from '#shared/orders/orders.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { licenceActRoute, routes } from '#shared/routes/routes.ts'
import { useAppState, useTimeZone } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { Verbatim } from '../../site/ui/verbatim.tsx'

const states: Record<OrderStatus, string> = {
  pending: 'Waiting for the money',
  paid: 'Paid',
  partially_refunded: 'Paid, partly refunded',
  refunded: 'Refunded',
  expired: 'Lapsed',
  cancelled: 'Cancelled',
  review: 'We’re looking at the payment',
  disputed: 'Disputed',
}

const debits = { processing: 'Your bank is working on the payment', failed: 'Your bank refused the payment' }

export function OrderListItem({ order }: { order: OwnOrder }) {
  const { id, number, status, payment, createdAt, paymentMethod, lines, refunded, currency, documents } =
    order
  const money = (cents: number) => formatPrice(cents, currency)
  const timeZone = useTimeZone()
  const newest = documents.toReversed()
  return (
    <article className="Order" aria-labelledby={`order-${number}`}>
      <div>
        <h3 className="Order-no" id={`order-${number}`}>
          <PageLink to={routes.completedOrder(id)} translate="no">
            {number}
          </PageLink>
        </h3>
        <p className="Order-date">
          {`${formatDate(dayIn(timeZone, createdAt))}, by ${paymentMethod === 'card' ? 'card' : 'transfer'}`}
        </p>
        <p className="Order-state">
          {status === 'disputed' && <span className="Lamp" aria-hidden="true" />}
          <span>{payment === null ? states[status] : debits[payment]}</span>
        </p>
      </div>
      <div>
        <ul className="Order-lines">
          {lines.map(({ sku, name, qty, unitAmount, discounts }) => (
            <Fragment key={sku}>
              <li>
                <Verbatim>{qty === 1 ? name : `${name}, ${qty} × ${money(unitAmount)}`}</Verbatim>
                <Verbatim className="num">{money(qty * unitAmount)}</Verbatim>
              </li>
              {discounts.map((discount) => (
                <li key={discount.label}>
                  <span>{discount.label}</span>
                  <Verbatim className="num">{`−${money(discount.amount)}`}</Verbatim>
                </li>
              ))}
            </Fragment>
          ))}
          {refunded > 0 && (
            <li>
              Refunded
              <Verbatim className="num">{`−${money(refunded)}`}</Verbatim>
            </li>
          )}
        </ul>
        <ul className="Order-docs">
          {newest.map((document) => (
            <DocumentItem key={document.content.number} document={document} />
          ))}
          {order.correctionsLeft > 0 && (
            <li>
              <PageLink className="TextLink" to={licenceActRoute('buyer', id)}>
                Correct the buyer on the invoice
              </PageLink>
              <span>{times[order.correctionsLeft]}</span>
            </li>
          )}
        </ul>
      </div>
    </article>
  )
}

const times: Record<number, string> = { 1: 'Once more', 2: 'Twice more', 3: 'Up to three times' }

function DocumentItem({ document: { content, url, replacedBy } }: { document: OrderDocument }) {
  const { apiBaseUrl } = useAppState().config
  const { kind, number, date } = content
  const earlier =
    kind === 'invoice'
      ? [
          content.replaces && `replaces ${content.replaces.number}`,
          content.follows && `follows ${content.follows.number}`,
        ]
      : []
  const standing = [formatDate(date), ...earlier, replacedBy && `replaced by ${replacedBy}`]
  return (
    <li>
      <a className="TextLink" href={apiBaseUrl + url}>
        <Icon name="file" />
        <span>{titleOf(content)}</span> <Verbatim>{number}</Verbatim>
      </a>
      <span>{standing.filter(Boolean).join(', ')}</span>
    </li>
  )
}
