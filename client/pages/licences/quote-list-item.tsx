import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import type { ListedQuote } from '#shared/orders/quotes.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState, useTimeZone } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { Verbatim, verbatim } from '../../site/ui/verbatim.tsx'

/** @param now ISO 8601 UTC */
export function QuoteListItem({ quote, now }: { quote: ListedQuote; now: string }) {
  const { id, number, createdAt, validUntil, total, currency, orderNumber, withdrawnAt, url } = quote
  const { apiBaseUrl } = useAppState().config
  const timeZone = useTimeZone()
  const until = formatDate(dayIn(timeZone, validUntil))
  const prices = now > validUntil ? `Its prices held until ${until}` : `Its prices hold until ${until}`
  const state = withdrawnAt ? `Withdrawn on ${formatDate(dayIn(timeZone, withdrawnAt))}` : prices
  return (
    <article className="Order" aria-labelledby={`quote-${number}`}>
      <div>
        <h3 className="Order-no" id={`quote-${number}`}>
          <PageLink to={routes.quoteOf(id)} translate="no">
            {number}
          </PageLink>
        </h3>
        <p className="Order-date">{formatDate(dayIn(timeZone, createdAt))}</p>
        <p className="Order-state">{orderNumber ? verbatim`Ordered as ${orderNumber}` : state}</p>
      </div>
      <div>
        <ul className="Order-lines">
          <li>
            Total
            <Verbatim className="num">{formatPrice(total, currency)}</Verbatim>
          </li>
        </ul>
        <ul className="Order-docs">
          <li>
            <a className="TextLink" href={apiBaseUrl + url}>
              <Icon name="file" />
              {verbatim`Quote ${number}`}
            </a>
          </li>
        </ul>
      </div>
    </article>
  )
}
