import type { FormEvent } from 'react'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { useHydrated } from '../../site/framework/use-hydrated.ts'
import { Button } from '../../site/ui/button.tsx'
import { OfflineNote } from '../../site/ui/offline-note.tsx'
import { LicenceKeyField } from '../activation/licence-key-field.tsx'

type Props = { busy: boolean; refusedKey: string; onLookUp(key: string): void }

export function KeyForm({ busy, refusedKey, onLookUp }: Props) {
  const { site } = useAppState()
  const hydrated = useHydrated()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const field = form.querySelector('input')
    if (busy || !navigator.onLine) return
    if (!field?.checkValidity()) return field?.focus()
    onLookUp(field.value)
  }

  return (
    <div className="Split Split--form">
      <form
        className="Sheet Form"
        aria-labelledby="which"
        // A script handles the form. Without script, a GET would put the key into the address.
        method="post"
        ref={(form) => form?.setAttribute('novalidate', '')}
        onSubmit={submit}
      >
        <h2 className="Sheet-title" id="which">
          Which licence?
        </h2>
        <LicenceKeyField refused={refusedKey} />
        <div className="Form-actions">
          <Button busy={busy} disabled={!hydrated}>
            Look up the key
          </Button>
        </div>
        <OfflineNote />
        <p className="NoScript">
          This page needs JavaScript. Without it, write to{' '}
          <a href={`mailto:${site.company.email}`}>{site.company.email}</a> with the last group of your key,
          and say whether you want to renew, upgrade or add machines.
        </p>
      </form>
      <div>
        <h2 className="Sheet-title">Lost the key?</h2>
        <p className="Lede">It’s in the mail of your order, and in the app. Your licences shows it, too.</p>
        <PageLink className="TextLink" to={routes.licences}>
          Find it in Your licences
        </PageLink>
      </div>
    </div>
  )
}
