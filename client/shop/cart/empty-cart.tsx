import { useSyncExternalStore } from 'react'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { whenLoaded } from '../../site/framework/when.ts'
import { ButtonLink } from '../../site/ui/button-link.tsx'

export function EmptyCart() {
  const { email } = useAppState().site.company
  const isRead = useCartRead()
  return (
    <div className="Blank" data-unread={!isRead}>
      {isRead ? (
        <>
          <h2>Nothing in it yet.</h2>
          <p>Pick a licence and it’ll wait here while you look around.</p>
          <ButtonLink to={routes.shop}>Go to the shop</ButtonLink>
        </>
      ) : (
        <p>
          The cart is kept in your browser, and a script reads it. Scripts are off, or ours didn’t load. Turn
          them on for this site, or load the page again. Or order by email:{' '}
          <a href={`mailto:${email}`}>{email}</a>.
        </p>
      )}{' '}
      <PageLink className="TextLink" to={routes.licences}>
        What you’ve bought before
      </PageLink>
    </div>
  )
}

/** The stored cart is read only after the page has loaded, and may not be empty. */
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
