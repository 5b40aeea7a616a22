import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PricingPage } from '#shared/content/content-pages.ts'
import { createContentQuery } from '#shared/content/content-query-builder.ts'
import { helpRoutes } from '#shared/help/help-routes.ts'
import { majorMinor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import { useKeepCode } from '../../shop/cart/use-keep-code.ts'
import { fetchReleases } from '../../shop/licence/fetch-releases.ts'
import { useAppState, usePricing } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { softwareApplication } from '../../site/seo/structured-data.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section, SplitSection } from '../../site/ui/section.tsx'
import { Waiting } from '../../site/ui/waiting.tsx'
import { CoveredYear } from './covered-year.tsx'
import { Plans } from './plans.tsx'
import '../../site/styles/page.css'
import '../../site/styles/waiting.css'
import '../../site/styles/span.css'
import '../../site/styles/fold.css'
import '../../site/styles/plans.css'
import '../../site/styles/faq.css'

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
      <Section>
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
      </Section>
      {pricing && <CoveredYear products={pricing.products} releases={releases} />}
      <Included {...included} />
      <Questions {...questions} />
    </>
  )
}

function Included({ title, items }: PricingPage['included']) {
  return (
    <SplitSection className="section--tight" title={title}>
      <ul className="Ticks">
        {items.map((item) => (
          <li key={item}>
            <Icon name="check" />
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </SplitSection>
  )
}

function Questions({ title, items }: PricingPage['questions']) {
  return (
    <SplitSection className="section--tight" title={title}>
      <div className="Faq">
        {items.map(({ question, answer }, index) => (
          <details key={question} className="Fold" open={index === 0}>
            <summary>{question}</summary>
            {/* Browsers open a closed fold if the address's hash names an element in it. */}
            <p id={helpRoutes.pricingQuestion(index).split('#')[1]}>{answer}</p>
          </details>
        ))}
      </div>
    </SplitSection>
  )
}
