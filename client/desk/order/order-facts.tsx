import { countryName } from '#shared/buyer/country-name.ts'
import { addressOf, addressText } from '#shared/buyer/postal-address.ts'
import { plural } from '#shared/desk/count-words.ts'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { formatSum, methodWord } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Address } from '../ui/address.tsx'
import { Facts } from '../ui/facts.tsx'

export function OrderFacts({ order }: { order: DeskOrder }) {
  const { customer, quote, purchaseOrder, paymentMethod, discount, currency, ordersOfCustomer } = order
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
        'E-mail': (
          <a href={`mailto:${encodeURIComponent(customer.email)}`}>
            <Address>{customer.email}</Address>
          </a>
        ),
        ABN: customer.abn,
        NZBN: customer.nzbn,
        'VAT ID': customer.vatId,
        Address: addressText(addressOf(customer), customer.country),
        PO: purchaseOrder,
        Quote: quote && <a href={deskRoutes.quote(quote.id)}>{quote.number}</a>,
        Country: countryName(customer.country),
        'Paid by': methodWord(paymentMethod),
        Withdrawal: order.waivesWithdrawal && 'waived for delivery at once',
        Discounts: discount > 0 && formatSum(-discount, currency),
        'All orders': (
          <a href={deskRoutes.ordersOf(customer.email)}>
            {plural(ordersOfCustomer, 'order')} of this address
          </a>
        ),
      }}
    />
  )
}
