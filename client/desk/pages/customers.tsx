import { useLoaderData, useSearchParams } from 'react-router'
import { countryName } from '#shared/buyer/country-name.ts'
import { customerSorts } from '#shared/desk/sorts.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { Address } from '../ui/address.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { List } from '../ui/list.tsx'
import { CsvLink, ListFilter } from '../ui/list-filter.tsx'
import { TwoLines } from '../ui/rows.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useSort } from '../ui/use-sort.ts'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.customers)

export function Component() {
  const { customers, next } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const { words } = useSort(customerSorts)
  const { day } = useWhen()
  const money = useMoney()
  return (
    <DeskPage
      title="Customers"
      lead={`Everybody who ordered. ${words}`}
      side={<CsvLink address={deskApiRoutes.customersCsv} query={query} noun="customers" />}
    >
      <ListFilter page={deskRoutes.customers} query={query} finds="Name, company, address, PO or number" />
      <List
        label="Customers"
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
          isCurrent: index === 0,
          cells: [
            <a key="email" data-row href={deskRoutes.customer(email)}>
              <Address>{email}</Address>
            </a>,
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
        noneLike="No customer is like that."
        times={customers.map(({ lastOrderAt }) => lastOrderAt)}
        next={next}
      />
    </DeskPage>
  )
}
