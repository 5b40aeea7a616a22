import { data, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Order } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import type { DatedRelease } from '../../shop/licence/coverage.ts'
import { fetchReleases } from '../../shop/licence/fetch-releases.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { contentContext, orderContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { CookieNote } from '../../site/ui/offline-note.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { OrderPage } from './order-page.tsx'
import '../../site/styles/page.css'
import '../../site/styles/blank.css'
import '../../site/styles/fold.css'
import '../../site/styles/field.css'
import '../../site/styles/waiting.css'
import '../../site/styles/licence-card.css'
import '../../site/styles/totals.css'
import '../../site/styles/cart.css'
import '../../site/styles/invoice.css'
import '../../site/styles/paying.css'

type Loaded = { order: Order | null; releases: DatedRelease[] }

/** Status 404 if the order doesn't open for this visitor. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('order')
  const order = id ? await context.get(orderContext)(id) : null
  const releases = order ? await fetchReleases(context.get(contentContext)) : []
  return data<Loaded>({ order, releases }, { status: id && !order ? 404 : 200 })
}

export function Component() {
  const { order, releases } = useLoaderData<Loaded>()
  const [query] = useSearchParams()
  const isForgotten = !order && query.has('forgotten')
  return (
    <>
      <Seo title={isForgotten ? 'Order forgotten' : 'Order completed'} cardTitle="Order completed" />
      {order && <OrderPage key={order.id} loaded={order} releases={releases} />}
      {isForgotten && <Forgotten />}
      {!order && !isForgotten && <NoOrder />}
    </>
  )
}

function Forgotten() {
  return (
    <>
      <PageHeader
        past={<PageLink to={routes.shop}>Shop</PageLink>}
        title="Order forgotten"
        lead="It no longer opens on this device. The link in its email still opens it."
        compact
      />
      <Section className="section--article">
        <div className="Blank">
          <h2>Before you leave this device</h2>
          <p>Close other tabs that show the order, and delete the invoices that you saved.</p>
          <ButtonLink to={routes.home}>Return to Home page</ButtonLink>
        </div>
      </Section>
    </>
  )
}

function NoOrder() {
  return (
    <>
      <PageHeader
        past={<PageLink to={routes.shop}>Shop</PageLink>}
        title="No order to show"
        lead="Each order opens from the link in its email."
        compact
      />
      <Section className="section--article">
        <div className="Blank">
          <h2>Looking for your keys?</h2>
          <p>
            Open the link in the email we sent when you ordered. If you can’t find it, Your licences shows all
            that you bought.
          </p>
          <CookieNote />
          <ButtonLink to={routes.licences}>Your licences</ButtonLink>
        </div>
      </Section>
    </>
  )
}
