import { useLoaderData } from 'react-router'
import { countryName } from '#shared/buyer/country-name.ts'
import { customerSorts } from '#shared/desk/sorts.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { Address } from '../ui/address.tsx'
import { ListFilter } from '../ui/list-filter.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { TwoLines } from '../ui/rows.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.customers)

export function Component() {
  const { customers, next } = useLoaderData<typeof loader>()
  const { day } = useWhen()
  const money = useMoney()
  return (
    <ListPage
      title="Customers"
      lead={(order) => `Everybody who ordered. ${order}`}
      csv={deskApiRoutes.customersCsv}
      filter={<ListFilter finds="Name, company, address, PO or number" />}
      sorts={customerSorts}
      columns={{
        Address: 'main',
        'Last order': 'date',
        Name: 'who',
        Country: true,
        Orders: 'num',
        Paid: 'sum',
      }}
      sortedBy={{ Address: 'email', 'Last order': 'lastOrderAt', Paid: 'kept' }}
      rows={customers.map(({ email, name, companyName, country, ...customer }, index) => ({
        key: email,
        href: deskRoutes.customer(email),
        isCurrent: index === 0,
        cells: [
          <Address key="email">{email}</Address>,
          day(customer.lastOrderAt),
          <TwoLines
            key="name"
            first={companyName ? <a href={deskRoutes.company(companyName)}>{companyName}</a> : name}
            second={companyName && name}
          />,
          countryName(country),
          customer.orders,
          money(customer.kept),
        ],
      }))}
      noun="customers"
      none="There is no customer yet. The first one comes with the first order."
      noneLike="No customer matches."
      times={customers.map(({ lastOrderAt }) => lastOrderAt)}
      next={next}
    />
  )
}
