import { useLoaderData } from 'react-router'
import { quoteSorts } from '#shared/desk/sorts.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { useMay } from '../frame/use-frame.ts'
import { Customer } from '../ui/customer.tsx'
import { CustomerFilter, ListFilter } from '../ui/list-filter.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { Tag } from '../ui/tag.tsx'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.quotes)

export function Component() {
  const { quotes, next } = useLoaderData<typeof loader>()
  const may = useMay()
  const { day } = useWhen()
  return (
    <ListPage
      title="Quotes"
      csv={deskApiRoutes.quotesCsv}
      side={
        may('quotes.make') && (
          <a className="Button Button--quiet Button--small" href={deskRoutes.newQuote}>
            Make a quote
          </a>
        )
      }
      filter={
        <ListFilter
          name="state"
          states={['open', 'ordered', 'expired', 'withdrawn']}
          finds="Buyer, address, PO, number or note"
        >
          <CustomerFilter />
        </ListFilter>
      }
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
        href: deskRoutes.quote(quote.id),
        isCurrent: index === 0,
        cells: [
          quote.number,
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
      noneLike="No quote matches."
      times={quotes.map(({ createdAt }) => createdAt)}
      next={next}
    />
  )
}
