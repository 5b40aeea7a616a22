import { useRef, useState } from 'react'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../site/framework/app-state.tsx'
import { PageLink } from '../site/framework/page-link.tsx'
import { useHydrated } from '../site/framework/use-hydrated.ts'
import { postQuietly } from './post-quietly.ts'

/** "Yes" is counted anonymously; "No" leads to a message about the page. */
export function WasItClear({ path }: { path: string }) {
  const isLive = useHydrated()
  const [thanked, setThanked] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const { apiBaseUrl } = useAppState().config

  function thank() {
    setThanked(true)
    // The focus moves to the title, because the pressed button disappears.
    title.current?.focus()
    // Offline visitors are thanked too.
    postQuietly(apiBaseUrl + apiRoutes.helpClear, { path })
  }

  return (
    <section className="Row Clear" aria-labelledby="clear">
      <div>
        <h2 className="Clear-title" id="clear" tabIndex={-1} ref={title}>
          Was this clear?
        </h2>{' '}
        <span role="status">{thanked && 'Thank you. Good to know.'}</span>
      </div>
      {isLive && !thanked && (
        <button className="Button Button--quiet Button--small" type="button" onClick={thank}>
          Yes
        </button>
      )}{' '}
      <PageLink className="Button Button--quiet Button--small" to={routes.contactAbout(path)} rel="nofollow">
        No, tell us what isn’t
      </PageLink>
    </section>
  )
}
