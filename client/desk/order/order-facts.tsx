import { useRouteLoaderData } from 'react-router'
import { countryName } from '#shared/buyer/country-name.ts'
import { addressOf, addressText } from '#shared/buyer/postal-address.ts'
import { plural } from '#shared/desk/count-words.ts'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { mayDo } from '#shared/desk/roles.ts'
import { formatSum, methodWord } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { buyerFields, namesOf } from '../../shop/checkout/fields.ts'
import type { Frame } from '../frame/desk-frame.tsx'
import { frameId } from '../frame/frame-id.ts'
import { CustomerAddress } from '../ui/customer.tsx'
import { Facts } from '../ui/facts.tsx'

/** Leads to the code for whoever may see it. */
function CodeName({ code }: { code: string }) {
  const { role } = useRouteLoaderData(frameId) as Frame
  return mayDo(role, 'codes') ? <a href={deskRoutes.code(code)}>{code}</a> : code
}

/** What the checkout asks of the buyer, without what has a place of its own here. */
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
        Code: order.code && <CodeName code={order.code} />,
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
