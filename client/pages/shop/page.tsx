import type { Pricing } from '#shared/pricing/pricing.ts'
import { routes } from '#shared/routes/routes.ts'
import { useKeepCode } from '../../shop/cart/use-keep-code.ts'
import { priceLead } from '../../shop/pricing/tax-note.tsx'
import { useReaderCountry } from '../../shop/pricing/use-reader-country.ts'
import { useTaxHome } from '../../shop/pricing/use-tax-home.ts'
import { useAppState, usePricing } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Seo } from '../../site/seo/seo.tsx'
import { softwareApplication } from '../../site/seo/structured-data.ts'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { Waiting } from '../../site/ui/waiting.tsx'
import { ProductSheet } from './product-sheet.tsx'
import '../../site/styles/page.css'
import '../../site/styles/qty.css'
import '../../site/styles/waiting.css'
import '../../site/styles/shop.css'

export function Component() {
  const state = useAppState()
  const pricing = usePricing()
  const home = useTaxHome(pricing?.tax ?? null)
  useKeepCode()
  return (
    <>
      <Seo
        title="Shop"
        description={`Buy licences of ${state.site.product}. ${pricing ? priceLead(pricing, { country: '', home }) : ''}`}
        things={[softwareApplication(state, pricing)]}
      />
      <PageHeader
        past={<PageLink to={routes.pricing}>Pricing</PageLink>}
        title="Shop"
        lead={pricing && <PriceLead pricing={pricing} />}
        compact
      />
      <Section className="section--article">
        {pricing ? (
          <ul className="Products">
            {pricing.products.map((product) => (
              <ProductSheet key={product.sku} product={product} pricing={pricing} />
            ))}
          </ul>
        ) : (
          <Waiting label="Prices are on their way" />
        )}
        {state.site.moneyBack && (
          <p className="Footnote">{`Your money back within ${state.site.moneyBack.days} days, without a reason.`}</p>
        )}
      </Section>
    </>
  )
}

/**
 * A component of its own, so that only it renders again once the country is known. Keeps its height, because
 * the first text may be a line longer.
 */
function PriceLead({ pricing }: { pricing: Pricing }) {
  const home = useTaxHome(pricing.tax)
  return (
    <span className="PriceLead" data-before={priceLead(pricing, { country: '', home })}>
      <span>{priceLead(pricing, { country: useReaderCountry(), home })}</span>
    </span>
  )
}
