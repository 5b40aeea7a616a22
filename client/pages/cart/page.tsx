import { routes } from '#shared/routes/routes.ts'
import { CartContents } from '../../shop/cart/cart-contents.tsx'
import { useAddFromAddress } from '../../shop/cart/use-add-from-address.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Seo } from '../../site/seo/seo.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import '../../site/styles/page.css'
import '../../site/styles/blank.css'
import '../../site/styles/fold.css'
import '../../site/styles/field.css'
import '../../site/styles/verify.css'
import '../../site/styles/qty.css'
import '../../site/styles/waiting.css'
import '../../site/styles/totals.css'
import '../../site/styles/cart.css'
import '../../site/styles/paying.css'

/** Only the browser reads carts, so the server renders an empty one. */
export function Component() {
  useAddFromAddress()
  return (
    <>
      <Seo title="Cart" />
      <PageHeader
        past={<PageLink to={routes.shop}>Shop</PageLink>}
        title="Cart"
        lead="Kept in this browser until you check out. There’s no account to make."
        compact
      />
      <Section className="section--article Cart">
        <CartContents />
      </Section>
    </>
  )
}
