import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'

export function Forgotten() {
  return (
    <>
      <PageHeader
        past={<PageLink to={routes.shop}>Shop</PageLink>}
        title="Order forgotten"
        lead="It no longer opens on this device. The link in its email still opens it."
        compact
      />
      <section className="section section--article" data-tone="paper">
        <div className="wrap">
          <div className="Blank">
            <h2 className="Split-title">Before you leave this device</h2>
            <p>Close other tabs that show the order, and delete the invoices that you saved.</p>
            <ButtonLink to={routes.home}>Return to Home page</ButtonLink>
          </div>
        </div>
      </section>
    </>
  )
}
