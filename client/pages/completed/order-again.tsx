import { changesLicence } from '#shared/orders/changes-licence.ts'
import { closedStatuses, type Order } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import { ButtonLink } from '../../site/ui/button-link.tsx'

/** Leads from an order that ended unpaid to a page where the same can be ordered. */
export function OrderAgain({ order }: { order: Order }) {
  const { quote, status } = order
  if (quote?.url)
    return (
      // The server moves the token from the address into a cookie.
      <a className="Button" href={quote.url}>
        <span className="Button-cue" />
        <span>Order the quote again</span>
      </a>
    )
  if (!closedStatuses.includes(status)) return null
  return changesLicence(order.lines) ? (
    <ButtonLink to={routes.renew}>Choose again</ButtonLink>
  ) : (
    <ButtonLink to={routes.cart}>Go to the cart</ButtonLink>
  )
}
