import type { HomePage } from '#shared/content/content-pages.ts'
import { routes } from '#shared/routes/routes.ts'
import { ButtonLink } from '../../site/ui/button-link.tsx'

export function Closer({ past, title, next }: HomePage['closer']) {
  return (
    <section className="Closer" data-tone="glass">
      <div className="wrap">
        <p className="Closer-past" aria-hidden="true">
          {past}
        </p>
        <h2 className="Closer-title">{title}</h2>
        <p className="Closer-next">{next}</p>
        <div className="Closer-actions">
          <ButtonLink to={routes.downloads}>Go to downloads</ButtonLink>{' '}
          <ButtonLink to={routes.pricing} quiet>
            See pricing
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
