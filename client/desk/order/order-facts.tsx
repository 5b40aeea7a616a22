import { countryName } from '#shared/buyer/country-name.ts'
import { addressOf, addressText } from '#shared/buyer/postal-address.ts'
import { plural } from '#shared/desk/count-words.ts'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { formatSum, methodWord } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { buyerFields, namesOf } from '../../shop/checkout/fields.ts'
import { CustomerAddress } from '../ui/customer.tsx'
import { Facts } from '../ui/facts.tsx'
import { RoomLink } from '../ui/room-link.tsx'

/** The checkout's fields, except those with their own place on this page. */
const { name: _name, email: _email, companyName: _company, country: _country, ...others } = buyerFields

export function OrderFacts({ order }: { order: DeskOrder }) {
  const { customer, quote, purchaseOrder, paymentMethod, discount, currency, ordersOfCustomer } = order
  return (
    <Facts
      facts={{
        Buyer: (
          <>
            <b>
              {customer.companyName ? (
                <a href={deskRoutes.company(customer.companyName)}>{customer.companyName}</a>
              ) : (
                customer.name
              )}
            </b>
            {customer.companyName && (
              <>
                <br />
                {customer.name}
              </>
            )}
          </>
        ),
        'E-mail': <CustomerAddress email={customer.email} />,
        ...Object.fromEntries(namesOf(others).map((name) => [others[name].label, customer[name]])),
        Address: addressText(addressOf(customer), customer.country),
        PO: purchaseOrder,
        Quote: quote && <a href={deskRoutes.quote(quote.id)}>{quote.number}</a>,
        Country: countryName(customer.country),
        'Paid by': methodWord(paymentMethod),
        Withdrawal: order.waivesWithdrawal && 'waived for delivery at once',
        Code: order.code && (
          <RoomLink act="codes" href={deskRoutes.code(order.code)}>
            {order.code}
          </RoomLink>
        ),
        Discounts: discount > 0 && formatSum(-discount, currency),
        'All orders': (
          <a href={deskRoutes.ordersLike({ email: customer.email })}>
            {plural(ordersOfCustomer, 'order')} of this address
          </a>
        ),
      }}
    />
  )
}
