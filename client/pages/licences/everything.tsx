import { useSearchParams } from 'react-router'
import type { Mine } from '#shared/orders/mine.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { licenceActRoute, routes } from '#shared/routes/routes.ts'
import { capitalised } from '#shared/text/words.ts'
import type { DatedRelease } from '../../shop/licence/coverage.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import type { Elements } from '../../site/ui/elements.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { buyerOf } from './buyer-of.ts'
import { DoneNotice } from './done-notice.tsx'
import { OrderListItem } from './order-list-item.tsx'
import { OwnLicenceCard } from './own-licence-card.tsx'
import { QuoteListItem } from './quote-list-item.tsx'
import { ToPay } from './to-pay.tsx'
import { TocOfMine } from './toc-of-mine.tsx'

/** After these acts the licence's card shows its new key. */
const showNewKey = ['replace-key', 'replace-key-unchanged']

/** Lists the licences and orders of the signed-in address. Every act has a form on its own page. */
export function Everything({ mine, releases }: { mine: Mine; releases: readonly DatedRelease[] }) {
  const { apiBaseUrl } = useAppState().config
  const [query] = useSearchParams()
  const { email, licences, orders, quotes, now } = mine
  // While a bank processes a debit, the order must not be paid again.
  const waiting = orders.filter(({ status, payment }) => status === 'pending' && payment !== 'processing')
  const done = query.get('done') ?? ''
  return (
    <>
      <PageHeader
        past={email}
        title="Your licences"
        lead={capitalised(
          [
            countOf(licences.length, 'licence'),
            countOf(orders.length, 'order'),
            ...(waiting.length > 0 ? [`${waiting.length} still to pay`] : []),
          ].join(', '),
        )}
        compact
      />
      <Section className="section--article" wrap="Split Legal">
        <TocOfMine mine={mine} waiting={waiting.length > 0} />
        <div className="Mine">
          {done && <DoneNotice done={done} id={query.get('id') ?? ''} mine={mine} />}
          {waiting.length > 0 && (
            <Group id="pay" title="To pay">
              {waiting.map((order) => (
                <ToPay key={order.id} order={order} />
              ))}
            </Group>
          )}
          <Group id="keys" title="Licences">
            {licences.length === 0 && <p>None yet. A key comes when its order is paid.</p>}
            {licences.map((licence) => (
              <OwnLicenceCard
                key={licence.id}
                licence={licence}
                order={orders.find(({ number }) => number === licence.orderNumber)}
                buyer={buyerOf(licence, orders)}
                isNewKey={showNewKey.includes(done) && query.get('id') === licence.id}
                releases={releases}
                now={now}
              />
            ))}
          </Group>
          {orders.length > 0 && (
            <Group id="orders" title="Orders">
              <div className="Ruled">
                {orders.map((order) => (
                  <OrderListItem key={order.id} order={order} />
                ))}
              </div>
            </Group>
          )}
          {quotes.length > 0 && (
            <Group id="quotes" title="Quotes">
              <div className="Ruled">
                {quotes.map((quote) => (
                  <QuoteListItem key={quote.id} quote={quote} now={now} />
                ))}
              </div>
            </Group>
          )}
          <Group id="data" title="What we hold">
            <p className="Lede">
              {`Everything we know about ${email}, in one file: your documents as PDF, and the rest as JSON.`}
            </p>
            <div className="Form-actions">
              <a className="Button Button--quiet" href={apiBaseUrl + apiRoutes.licencesEverything} download>
                <Icon name="download" />
                Download everything, .zip
              </a>
              <PageLink className="TextLink" to={licenceActRoute('erasure', 'data')}>
                Ask us to erase it
              </PageLink>
            </div>
            <p className="Footnote">
              Invoices stay for as long as tax law has us keep them, and so do your licences. All else we hold
              can go, and the answer tells you what did. Something wrong?{' '}
              <PageLink to={routes.contact}>Write to us</PageLink>.
            </p>
          </Group>
        </div>
      </Section>
    </>
  )
}

function Group({ id, title, children }: { id: string; title: string; children: Elements }) {
  return (
    <section className="Mine-group" aria-labelledby={id}>
      <h2 className="Mine-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** "2 licences", "1 order", "no orders" */
function countOf(count: number, noun: string): string {
  if (count === 0) return `no ${noun}s`
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
