import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatDate } from '#shared/calendar/calendar.ts'
import type { Quote } from '#shared/orders/quotes.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState, useTimeZone } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { quoteContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { CopyButton } from '../../site/ui/copy-button.tsx'
import { CookieNote } from '../../site/ui/offline-note.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { verbatim } from '../../site/ui/verbatim.tsx'
import { DocumentSheet } from '../completed/invoice.tsx'
import { ClosedQuote } from './closed-quote.tsx'
import { describeQuote } from './describe-quote.ts'
import { OrderQuote } from './order-quote.tsx'
import '../../site/styles/page.css'
import '../../site/styles/blank.css'
import '../../site/styles/field.css'
import '../../site/styles/revised.css'
import '../../site/styles/totals.css'
import '../../site/styles/invoice.css'
import '../../site/styles/paying.css'

type Loaded = { quote: Quote | null }

/** Status 404 if this visitor can't open the quote. */
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
      <Section wrap="Split Split--quote">
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
      </Section>
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
      <Section className="section--article">
        <CookieNote />
        <ButtonLink to={routes.cart}>Go to the cart</ButtonLink>
      </Section>
    </>
  )
}

/** Shown instead of the form without script, because the human check needs one. */
function OrderByMail({ number }: { number: string }) {
  const { email } = useAppState().site.company
  const subject = encodeURIComponent(`Quote ${number}`)
  return (
    <div className="NoScript">
      <div className="Blank">
        <h2>Order it</h2>
        <p>
          Ordering here needs JavaScript, which is off or didn’t load. Turn it on for this site, or order by
          email: <a href={`mailto:${email}?subject=${subject}`}>{email}</a>, with the quote’s number.
        </p>
      </div>
    </div>
  )
}

function ShareQuote({ quote: { link } }: { quote: Quote }) {
  return (
    <div>
      <h2 className="Revised-title">Somebody else decides?</h2>
      <p className="Lede">
        Send them this page’s link. Whoever has it can read the quote and order it, once.
      </p>
      <div className="Gap">
        <p className="NoScript">
          <a href={link}>{link}</a>
        </p>
        <CopyButton className="Button Button--quiet" text={link} label="the link" labelled />
      </div>
    </div>
  )
}
