import type { Quote } from '#shared/orders/quotes.ts'
import { routes } from '#shared/routes/routes.ts'
import { ButtonLink } from '../../site/ui/button-link.tsx'

/** Tells why a quote can't be ordered. */
export function ClosedQuote({ quote: { status, orderNumber, content } }: { quote: Quote }) {
  if (status === 'ordered')
    return (
      <div className="Blank">
        <h2 className="Split-title">It has been ordered</h2>
        <p>{`The link to order ${orderNumber} is in the mail that went to ${content.buyer.email}.`}</p>
      </div>
    )
  return (
    <div className="Blank">
      <h2 className="Split-title">{status === 'withdrawn' ? 'It was withdrawn' : 'It is over'}</h2>
      <p>Make a new one in the cart, at the prices of today.</p>
      <ButtonLink to={routes.cart}>Go to the cart</ButtonLink>
    </div>
  )
}
