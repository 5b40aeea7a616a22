import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PricingPage } from '#shared/content-pages.ts'
import { createContentQuery } from '#shared/content-query-builder.ts'
import { routes } from '#shared/routes.ts'
import { majorMinor } from '#shared/versions.ts'
import { useAppState, usePricing } from '../app-state.tsx'
import { PageLink } from '../framework/page-link.tsx'
import { Seo } from '../seo/seo.tsx'
import { softwareApplication } from '../seo/structured-data.ts'
import { contentContext } from '../services.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Included } from './pricing/included.tsx'
import { Plans } from './pricing/plans.tsx'
import { Questions } from './pricing/questions.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  return createContentQuery(context.get(contentContext))('pages/pricing').fetch<PricingPage>()
}

export function Component() {
  const { lead, note, included, questions } = useLoaderData<typeof loader>()
  const state = useAppState()
  const pricing = usePricing()
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
          {pricing ? <Plans pricing={pricing} /> : <Waiting label="Prices are on their way" />}
          <p className="Footnote">
            {note} <PageLink to={routes.shop}>To buy more than one, go to the shop.</PageLink>{' '}
            <PageLink to={routes.renew}>Renew, upgrade or add machines to a licence.</PageLink>
          </p>
        </div>
      </section>
      <Included {...included} />
      <Questions {...questions} />
    </>
  )
}
