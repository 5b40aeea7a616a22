import type { Quote } from '#shared/orders/quotes.ts'
import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { verbatim } from '../../site/ui/verbatim.tsx'

/** Explains why a quote can't be ordered. */
export function ClosedQuote({ quote }: { quote: Quote }) {
  const { status } = quote
  if (status === 'ordered') return <OrderedQuote {...quote} />
  return (
    <div className="Blank">
      <h2>{status === 'withdrawn' ? 'It was withdrawn' : 'It is over'}</h2>
      <p>Make a new one in the cart, at the prices of today.</p>
      <ButtonLink to={routes.cart}>Go to the cart</ButtonLink>
    </div>
  )
}

/** The quote's link can't open the order, so only visitors with access to the order get a link to it. */
function OrderedQuote({ orderId, orderNumber, orderMailed, orderUnpaid, content }: Quote) {
  return (
    <div className="Blank">
      <h2>It has been ordered</h2>
      {orderMailed && (
        <p>{verbatim`The link to order ${orderNumber ?? ''} is in the mail that went to ${content.buyer.email}.`}</p>
      )}
      {!orderMailed && orderId === null && (
        <p>
          The order opens on the device that placed it, and in{' '}
          <PageLink to={routes.licences}>Your licences</PageLink>.
        </p>
      )}
      {!orderMailed && orderUnpaid && (
        <p>If it ends unpaid, the quote can be ordered again while its prices hold.</p>
      )}
      {orderId !== null && <ButtonLink to={routes.completedOrder(orderId)}>Open the order</ButtonLink>}
    </div>
  )
}
