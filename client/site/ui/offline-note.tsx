import { useOnline } from '../framework/online-status.ts'
import { Icon } from './icon.tsx'

/** Promises that typed text is safe. */
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
