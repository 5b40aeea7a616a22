import type { FormEvent } from 'react'
import { Icon } from '../ui/icon.tsx'
import { useOnline } from './online-status.ts'

/** At the end of a form: says that it can't be sent now, and that nothing typed is lost. */
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

/** As a form's `onSubmit`: offline, the browser would leave the page, and what was typed with it. */
export function holdWhileOffline(event: FormEvent): void {
  if (!navigator.onLine) event.preventDefault()
}
