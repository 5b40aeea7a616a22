import { useEffect, useState } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { routes } from '#shared/routes/routes.ts'
import { Frame } from '../layouts/frame.tsx'
import { Seo } from '../seo/seo.tsx'
import { ErrorIcon, NotFoundIcon } from '../ui/error-icon.tsx'
import { ErrorPageBoundary } from './error-page-boundary.tsx'
import { useOnline } from './online-status.ts'
import { type ErrorSummary, summariseError } from './page-error.ts'
import { PageLink } from './page-link.tsx'

export function RouteErrorPage() {
  const error = summariseError(useRouteError())
  const { pathname, search } = useLocation()
  return (
    <ErrorPageBoundary>
      {/* The key omits the hash, so that links within the page, such as the skip link, keep it. */}
      <ErrorPage error={error} key={pathname + search} />
    </ErrorPageBoundary>
  )
}

const missing = {
  title: 'This page could not be found',
  text: 'The address may have changed, or there may be a letter wrong in it.',
}
const occurred = 'An error occurred'
const unreachable = {
  title: occurred,
  text: 'This page needs a connection. It comes by itself once you’re online.',
}
const fault = {
  title: occurred,
  text: 'We lost our place. The page couldn’t be put together. It’s our fault, not yours. Trying again often works.',
}

function ErrorPage({ error }: { error: ErrorSummary }) {
  const { pathname, search } = useLocation()
  const online = useOnline()
  // The text stays the one of the failure, even while the page reloads.
  const [failure] = useState(error.statusCode === 404 ? missing : online ? fault : unreachable)
  const { title, text } = failure

  useEffect(() => {
    if (failure === unreachable && online) location.reload()
  }, [failure, online])

  return (
    <Frame tone="glass">
      <Seo title={title} index={false} />
      <section className="ErrorView" data-tone="glass">
        <div className="wrap Split ErrorView-in">
          <div>
            <h1 className="ErrorView-title">{title}</h1>
            <p className="lead ErrorView-text">{error.message || text}</p>
            <div className="Row ErrorView-actions">
              {failure === fault && (
                <a className="Button" href={pathname + search}>
                  <span className="Button-cue" />
                  Try again
                </a>
              )}
              <PageLink className={failure === fault ? 'Button Button--quiet' : 'Button'} to={routes.home}>
                {failure !== fault && <span className="Button-cue" />}
                <span>Return to Home page</span>
              </PageLink>
            </div>
          </div>
          {failure === missing ? <NotFoundIcon /> : <ErrorIcon />}
        </div>
      </section>
    </Frame>
  )
}
