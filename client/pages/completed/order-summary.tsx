import type { Order } from '#shared/orders/orders.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { routes } from '#shared/routes/routes.ts'
import { Totals } from '../../shop/cart/totals.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Section } from '../../site/ui/section.tsx'
import { verbatim } from '../../site/ui/verbatim.tsx'
import { OrderAgain } from './order-again.tsx'

/** Shown while there is no invoice. */
export function OrderSummary({ order }: { order: Order }) {
  const { number, customer, lines, total, tax, currency, purchaseOrder, taxRule } = order
  return (
    <Section className="section--tight OrderSummary" aria-labelledby="ordered">
      <div className="Sheet">
        <h2 className="Sheet-title" id="ordered">
          {verbatim`Order ${number}`}
        </h2>
        <p>{`Ordered by ${[customer.name, customer.companyName].filter(Boolean).join(', ')}`}</p>
        {purchaseOrder && <p>{verbatim`Purchase order ${purchaseOrder}`}</p>}
        <ul className="CartLines Ruled">
          {lines.map(({ name, qty, unitAmount, amount }) => (
            <li className="CartLine" key={name}>
              <div>
                <h3 className="CartLine-name">{name}</h3>
                <p
                  className="CartLine-each"
                  translate="no"
                >{`${qty} × ${formatPrice(unitAmount, currency)}`}</p>
              </div>
              <p className="CartLine-total" translate="no">
                {formatPrice(amount, currency)}
              </p>
            </li>
          ))}
        </ul>
        <Totals cart={{ total, tax, beforeTax: total - tax }} pricing={{ currency, tax: taxRule }} />
      </div>
      <p className="Footnote NoPrint Row">
        <OrderAgain order={order} />
        <PageLink to={routes.contact}>Ask us about this order</PageLink>
      </p>
    </Section>
  )
}
