import { useSyncExternalStore } from 'react'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { whenLoaded } from '../../site/framework/when.ts'
import { ButtonLink } from '../../site/ui/button-link.tsx'

export function EmptyCart() {
  const { email } = useAppState().site.company
  return (
    <div className="Blank" data-unread={!useCartRead()}>
      <h2 className="Split-title NeedsScript">Nothing in it yet.</h2>
      <noscript>
        <p>
          The cart is kept in your browser, by a script, and scripts are off. Turn them on for this site, or
          order by email: <a href={`mailto:${email}`}>{email}</a>.
        </p>
      </noscript>
      <p className="NeedsScript">Pick a licence and it’ll wait here while you look around.</p>
      <ButtonLink to={routes.shop} className="NeedsScript">
        Go to the shop
      </ButtonLink>{' '}
      <PageLink className="TextLink" to={routes.licences}>
        What you’ve bought before
      </PageLink>
    </div>
  )
}

/** The stored cart is read after loading, and may not be empty. */
function useCartRead(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      whenLoaded(onChange)
      return () => {}
    },
    () => document.readyState === 'complete',
    () => false,
  )
}
