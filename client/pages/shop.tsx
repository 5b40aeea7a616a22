import type { Pricing } from '#shared/pricing.ts'
import { routes } from '#shared/routes.ts'
import { useAppState, usePricing } from '../app-state.tsx'
import { useKeepCode } from '../cart/use-keep-code.ts'
import { PageLink } from '../framework/page-link.tsx'
import { Seo } from '../seo/seo.tsx'
import { softwareApplication } from '../seo/structured-data.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { ProductSheet } from './shop/product-sheet.tsx'

export function Component() {
  const state = useAppState()
  const pricing = usePricing()
  useKeepCode()
  return (
    <>
      <Seo
        title="Shop"
        description={`Buy licences of ${state.site.product}. ${priceLead(pricing)}`}
        things={[softwareApplication(state, pricing)]}
      />
      <PageHeader
        past={<PageLink to={routes.pricing}>Pricing</PageLink>}
        title="Shop"
        lead={priceLead(pricing)}
        compact
      />
      <section className="section section--article" data-tone="paper">
        <div className="wrap">
          {pricing ? (
            <ul className="Products">
              {pricing.products.map((product) => (
                <ProductSheet key={product.sku} product={product} pricing={pricing} />
              ))}
            </ul>
          ) : (
            <Waiting label="Prices are on their way" />
          )}
        </div>
      </section>
    </>
  )
}

function priceLead(pricing: Pricing | null): string {
  if (!pricing) return ''
  return pricing.tax ? `${pricing.currency}, ${pricing.tax.name} included.` : `Prices in ${pricing.currency}.`
}
