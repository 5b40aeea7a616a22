import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import { Facts } from '../ui/facts.tsx'
import { plural } from '../words.ts'

export function OrderFacts({ order }: { order: DeskOrder }) {
  const { customer, purchaseOrder, paymentMethod, ordersOfCustomer } = order
  return (
    <Facts
      facts={{
        Buyer: (
          <>
            <b>{customer.companyName ?? customer.name}</b>
            {customer.companyName && (
              <>
                <br />
                {customer.name}
              </>
            )}
          </>
        ),
        'E-mail': <a href={`mailto:${encodeURIComponent(customer.email)}`}>{customer.email}</a>,
        ABN: customer.abn,
        PO: purchaseOrder,
        Country: customer.country,
        'Paid by': paymentMethod === 'card' ? 'Card' : 'Transfer',
        'All orders': (
          <a href={deskRoutes.ordersOf(customer.email)}>
            {plural(ordersOfCustomer, 'order')} of this address
          </a>
        ),
      }}
    />
  )
}
