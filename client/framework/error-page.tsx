import { useLocation, useRouteError } from 'react-router'
import { routes } from '#shared/routes.ts'
import { DefaultFrame } from '../layouts/default-layout.tsx'
import { ErrorIcon, NotFoundIcon } from '../ui/error-icon.tsx'
import { ErrorPageBoundary } from './error-page-boundary.tsx'
import { type ErrorSummary, summariseError } from './page-error.ts'
import { PageLink } from './page-link.tsx'
import { Seo } from './seo.tsx'

/** The error boundary of every route. */
export function RouteErrorPage() {
  const error = summariseError(useRouteError())
  return (
    <ErrorPageBoundary>
      <ErrorPage error={error} />
    </ErrorPageBoundary>
  )
}

function ErrorPage({ error }: { error: ErrorSummary }) {
  const { pathname, search } = useLocation()
  const notFound = error.statusCode === 404
  const title = notFound ? 'This page could not be found' : 'An error occurred'
  return (
    <DefaultFrame tone="glass">
      <Seo title={title} index={false} />
      <section className="ErrorView" data-tone="glass">
        <div className="wrap ErrorView-in">
          <div>
            <h1 className="ErrorView-title">{title}</h1>
            <p className="ErrorView-text">
              {error.message ||
                (notFound
                  ? 'The address may have changed, or there may be a letter wrong in it.'
                  : 'We lost our place. The page couldn’t be put together. It’s our fault, not yours. Trying again often works.')}
            </p>
            <div className="ErrorView-actions">
              {!notFound && (
                <a className="Button" href={pathname + search}>
                  <span className="Button-cue" />
                  Try again
                </a>
              )}
              <PageLink className={notFound ? 'Button' : 'Button Button--quiet'} to={routes.home}>
                {notFound && <span className="Button-cue" />}
                Return to Home page
              </PageLink>
            </div>
          </div>
          {notFound ? <NotFoundIcon /> : <ErrorIcon />}
        </div>
      </section>
    </DefaultFrame>
  )
}
