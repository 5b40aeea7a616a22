import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatDate } from '#shared/calendar/calendar.ts'
import type { Quote } from '#shared/orders/quotes.ts'
import { routes } from '#shared/routes/routes.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { quoteContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { CookieNote } from '../../site/ui/offline-note.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { verbatim } from '../../site/ui/verbatim.tsx'
import { DocumentSheet } from '../completed/invoice.tsx'
import { ClosedQuote } from './closed-quote.tsx'
import { describeQuote } from './describe-quote.ts'
import { OrderByMail } from './order-by-mail.tsx'
import { OrderQuote } from './order-quote.tsx'
import { ShareQuote } from './share-quote.tsx'
import '../../site/styles/page.css'
import '../../site/styles/blank.css'
import '../../site/styles/fold.css'
import '../../site/styles/field.css'
import '../../site/styles/verify.css'
import '../../site/styles/qty.css'
import '../../site/styles/totals.css'
import '../../site/styles/invoice.css'
import '../../site/styles/paying.css'

type Loaded = { quote: Quote | null }

/** Status 404 if the quote doesn't open for this visitor. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('quote')
  const quote = id ? await context.get(quoteContext)(id) : null
  return data<Loaded>({ quote }, { status: quote ? 200 : 404 })
}

export function Component() {
  const { quote } = useLoaderData<Loaded>()
  return (
    <>
      <Seo title="Quote" />
      {quote ? <QuotePage quote={quote} /> : <NoQuote />}
    </>
  )
}

function QuotePage({ quote }: { quote: Quote }) {
  const { number, status, content, url } = quote
  const { standing, ...header } = describeQuote(quote, useTimeZone())
  return (
    <>
      <PageHeader past={verbatim`Quote ${number}\u00A0· ${formatDate(content.date)}`} {...header} />
      <section className="section" data-tone="paper">
        <div className="wrap Split Split--quote">
          <DocumentSheet content={content} url={url} standing={standing} printable />
          <div className="Aside NoPrint">
            {status === 'open' ? (
              <>
                <OrderByMail number={number} />
                <OrderQuote quote={quote} />
                <ShareQuote quote={quote} />
              </>
            ) : (
              <ClosedQuote quote={quote} />
            )}
          </div>
        </div>
      </section>
    </>
  )
}

function NoQuote() {
  return (
    <>
      <PageHeader
        past={<PageLink to={routes.shop}>Shop</PageLink>}
        title="No such quote"
        lead="This device doesn’t open it. The link in its email does."
        compact
      />
      <section className="section section--article" data-tone="paper">
        <div className="wrap">
          <CookieNote />
          <ButtonLink to={routes.cart}>Go to the cart</ButtonLink>
        </div>
      </section>
    </>
  )
}
