import { routes } from '#shared/routes.ts'
import { useAppState, usePricing } from '../app-state.tsx'
import { PageLink } from '../framework/page-link.tsx'
import { Seo } from '../seo/seo.tsx'
import { softwareApplication } from '../seo/structured-data.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { ProductSheet } from './shop/product-sheet.tsx'

export function Component() {
  const state = useAppState()
  const pricing = usePricing()
  return (
    <>
      <Seo
        title="Shop"
        description={`Buy licences of ${state.site.product}, in Australian dollars with GST included.`}
        things={[softwareApplication(state, pricing)]}
      />
      <PageHeader
        past={<PageLink to={routes.pricing}>Pricing</PageLink>}
        title="Shop"
        lead="Australian dollars, GST included."
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
