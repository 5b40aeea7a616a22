import { useOnline } from '../framework/online-status.ts'
import { useHydrated } from '../framework/use-hydrated.ts'
import { Icon } from './icon.tsx'

/** Tells offline visitors that their text is kept. */
export function OfflineNote() {
  const online = useOnline()
  return (
    <p className={online ? 'vh' : 'OfflineNote'} role="status">
      {!online && (
        <>
          <Icon name="offline" />
          <span>You’re offline. What you’ve typed stays here; send it when you’re connected again.</span>
        </>
      )}
    </p>
  )
}

/** Without cookies no order or licence opens, not even from the link in its mail. */
export function CookieNote() {
  const isHydrated = useHydrated()
  if (!isHydrated || navigator.cookieEnabled) return null
  return (
    <p className="OfflineNote">
      <Icon name="alert" />
      <span>
        This browser refuses the cookie by which orders, quotes and licences open. Allow it for this site, and
        open the link in your mail after that.
      </span>
    </p>
  )
}
