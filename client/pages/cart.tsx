import { routes } from '#shared/routes.ts'
import { CartContents } from '../cart/cart-contents.tsx'
import { useAddFromAddress } from '../cart/use-add-from-address.ts'
import { PageLink } from '../framework/page-link.tsx'
import { Seo } from '../seo/seo.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import '../styles/paying.css'

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
      <section className="section section--article Cart" data-tone="paper">
        <div className="wrap">
          <CartContents />
        </div>
      </section>
    </>
  )
}
