import type { FormEvent } from 'react'
import { Icon } from '../ui/icon.tsx'
import { useOnline } from './online-status.ts'

/** Promises that nothing typed is lost. */
export function OfflineNote() {
  const online = useOnline()
  return (
    <p className={online ? 'vh' : 'OfflineNote'} role="status">
      {!online && (
        <>
          <Icon name="offline" />
          You’re offline. What you’ve typed stays here; send it when you’re connected again.
        </>
      )}
    </p>
  )
}

/** Offline, the browser would leave the page and lose the form's contents. */
export function holdWhileOffline(event: FormEvent): void {
  if (!navigator.onLine) event.preventDefault()
}
