import { useLoaderData, useSearchParams } from 'react-router'
import { quoteSorts } from '#shared/desk/sorts.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { useMay } from '../frame/use-frame.ts'
import { Customer } from '../ui/customer.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { List } from '../ui/list.tsx'
import { CsvLink, ListFilter, OfCustomer } from '../ui/list-filter.tsx'
import { Tag } from '../ui/tag.tsx'
import { useSort } from '../ui/use-sort.ts'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.quotes)

const states = [
  ['', 'All'],
  ['open', 'Open'],
  ['ordered', 'Ordered'],
  ['expired', 'Lapsed'],
  ['withdrawn', 'Withdrawn'],
] as const

export function Component() {
  const { quotes, next } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const { words } = useSort(quoteSorts)
  const may = useMay()
  const { day } = useWhen()
  return (
    <DeskPage
      title="Quotes"
      lead={words}
      side={
        <>
          {may('quotes.make') && (
            <a className="Button Button--quiet Button--small" href={deskRoutes.newQuote}>
              Make a quote
            </a>
          )}
          <CsvLink address={deskApiRoutes.quotesCsv} query={query} noun="quotes" />
        </>
      }
    >
      <ListFilter
        page={deskRoutes.quotes}
        query={query}
        name="state"
        states={states}
        finds="Buyer, address, PO, number or note"
      >
        <OfCustomer query={query} />
      </ListFilter>
      <List
        label="Quotes"
        sorts={quoteSorts}
        columns={{
          Quote: 'main',
          Made: 'date',
          Buyer: 'who',
          'Prices until': 'date',
          Order: true,
          State: 'state',
          Total: 'sum',
        }}
        sortedBy={{ Made: 'createdAt', 'Prices until': 'validUntil' }}
        rows={quotes.map((quote, index) => ({
          key: quote.id,
          isCurrent: index === 0,
          cells: [
            <a key="number" data-row href={deskRoutes.quote(quote.id)}>
              {quote.number}
            </a>,
            day(quote.createdAt),
            <Customer key="buyer" {...quote.customer} />,
            day(quote.validUntil),
            quote.orderNumber && (
              <a key="order" className="whole" href={deskRoutes.order(quote.orderNumber)}>
                {quote.orderNumber}
              </a>
            ),
            <Tag key="state" state={quote.status} />,
            formatMoney(quote.total, quote.currency),
          ],
        }))}
        noun="quotes"
        none="There is no quote yet. The first one comes from a buyer’s cart, or is made here."
        noneLike="No quote is like that."
        times={quotes.map(({ createdAt }) => createdAt)}
        next={next}
      />
    </DeskPage>
  )
}
