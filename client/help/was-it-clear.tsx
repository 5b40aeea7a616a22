import { useState } from 'react'
import { routes } from '#shared/routes.ts'
import { PageLink } from '../framework/page-link.tsx'
import { useHydrated } from '../framework/use-hydrated.ts'

/** Yes is thanked in place and sent nowhere; no leads to a message that names the page. */
export function WasItClear({ path }: { path: string }) {
  const isLive = useHydrated()
  const [thanked, setThanked] = useState(false)
  return (
    <section className="Clear" aria-labelledby="clear">
      <h2 className="Clear-title" id="clear">
        Was this clear?
      </h2>
      <p role="status">{thanked && 'Thank you. Good to know.'}</p>
      {isLive && !thanked && (
        <button className="Button Button--quiet Button--small" type="button" onClick={() => setThanked(true)}>
          Yes
        </button>
      )}{' '}
      <PageLink className="Button Button--quiet Button--small" to={routes.contactAbout(path)} rel="nofollow">
        No, tell us what isn’t
      </PageLink>
    </section>
  )
}
