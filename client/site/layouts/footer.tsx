import { Fragment } from 'react'
import { routes } from '#shared/routes/routes.ts'
import { companyNumberText } from '#shared/seller/company.ts'
import { useAppState } from '../framework/app-state.tsx'
import { PageLink } from '../framework/page-link.tsx'
import { Brand } from '../ui/brand.tsx'
import { footerLinks } from './navigation.ts'

export function Footer() {
  const { site, year, config } = useAppState()
  return (
    <footer className="Footer" data-tone="glass">
      <div className="wrap">
        <div className="Row Footer-top">
          <PageLink className="Brand" to={routes.home}>
            <Brand />
          </PageLink>{' '}
          <nav className="Footer-links" id="more-pages" aria-label="More pages">
            {footerLinks.map(({ to, label }) => (
              <Fragment key={to}>
                <PageLink to={to}>{label}</PageLink>{' '}
              </Fragment>
            ))}
          </nav>
        </div>
        <div className="Row Footer-legal">
          <PageLink to={routes.disclaimer}>{`© ${site.company.since}–${year} ${site.company.name}`}</PageLink>{' '}
          <PageLink to={routes.privacy}>Privacy Policy</PageLink>{' '}
          <PageLink to={routes.terms}>Terms & Conditions</PageLink>{' '}
          {config.isTrial && <span>This is a trial: nothing is sold here.</span>}{' '}
          <span>{companyNumberText(site.company)}</span>
        </div>
      </div>
    </footer>
  )
}
