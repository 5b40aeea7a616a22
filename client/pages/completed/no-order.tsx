import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { CookieNote } from '../../site/ui/offline-note.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'

export function NoOrder() {
  return (
    <>
      <PageHeader
        past={<PageLink to={routes.shop}>Shop</PageLink>}
        title="No order to show"
        lead="Each order opens from the link in its email."
        compact
      />
      <section className="section section--article" data-tone="paper">
        <div className="wrap">
          <div className="Blank">
            <h2 className="Split-title">Looking for your keys?</h2>
            <p>
              Open the link in the email we sent when you ordered. If you can’t find it, Your licences shows
              all that you bought.
            </p>
            <CookieNote />
            <ButtonLink to={routes.licences}>Your licences</ButtonLink>
          </div>
        </div>
      </section>
    </>
  )
}
