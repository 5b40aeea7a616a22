import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PricingPage } from '#shared/content-pages.ts'
import { createContentQuery } from '#shared/content-query-builder.ts'
import { routes } from '#shared/routes.ts'
import { majorMinor } from '#shared/versions.ts'
import { useAppState, usePricing } from '../app-state.tsx'
import { useKeepCode } from '../cart/use-keep-code.ts'
import { PageLink } from '../framework/page-link.tsx'
import { fetchReleases } from '../licence/fetch-releases.ts'
import { Seo } from '../seo/seo.tsx'
import { softwareApplication } from '../seo/structured-data.ts'
import { contentContext } from '../services.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { CoveredYear } from './pricing/covered-year.tsx'
import { Included } from './pricing/included.tsx'
import { Plans } from './pricing/plans.tsx'
import { Questions } from './pricing/questions.tsx'
import '../styles/span.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const content = context.get(contentContext)
  const [page, releases] = await Promise.all([
    createContentQuery(content)('pages/pricing').fetch<PricingPage>(),
    fetchReleases(content),
  ])
  return { page, releases }
}

export function Component() {
  const { page, releases } = useLoaderData<typeof loader>()
  const { lead, note, included, questions } = page
  const state = useAppState()
  const pricing = usePricing()
  useKeepCode()
  const { site, latestRelease } = state
  return (
    <>
      <Seo
        title="Pricing"
        description={`Licences for ${site.product}. ${note}`}
        things={[softwareApplication(state, pricing)]}
      />
      <PageHeader past={`${site.product} ${majorMinor(latestRelease.version)}`} title="Pricing" lead={lead} />
      <section className="section" data-tone="paper">
        <div className="wrap">
          <div className="PlansRoom">
            {pricing ? <Plans pricing={pricing} /> : <Waiting label="Prices are on their way" />}
          </div>
          <p className="Footnote">
            <span>{note}</span> <PageLink to={routes.shop}>To buy more than one, go to the shop.</PageLink>{' '}
            <PageLink to={routes.renew}>Renew, upgrade or add machines to a licence.</PageLink>{' '}
            <PageLink to={routes.helpArticle('quotes-and-purchase-orders')}>
              Need a quote, or to pay against a purchase order?
            </PageLink>
          </p>
        </div>
      </section>
      {pricing && <CoveredYear products={pricing.products} releases={releases} />}
      <Included {...included} />
      <Questions {...questions} />
    </>
  )
}
