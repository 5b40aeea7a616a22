import { type FormEvent, useState } from 'react'
import type { ActRefusal } from '#shared/licensing/mine.ts'
import { routes } from '#shared/routes.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { OfflineNote } from '../../ui/offline-note.tsx'
import { HumanCheck } from '../../verification/human-check.tsx'
import { RefusedNotice } from './refused-notice.tsx'

type Props = { label: string; refusal?: ActRefusal | undefined }

/** A plain form, which works without script. */
export function LinkForm({ label, refusal }: Props) {
  const error = (name: string) => refusal?.errors.find(({ pointer }) => pointer === `/${name}`)?.detail
  const [unverified, setUnverified] = useState(error('verification'))

  function submit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    const isWaiting = form.querySelector('.Verify iframe') && !new FormData(form).get('g-recaptcha-response')
    if (!isWaiting) return
    event.preventDefault()
    setUnverified('Tick the box, so that we know you’re a person.')
    form.querySelector<HTMLElement>('.Verify')?.focus()
  }

  return (
    <form
      className="Sheet Form"
      method="post"
      action={routes.licences}
      aria-label="Sign in"
      onSubmit={submit}
    >
      {refusal && refusal.errors.length === 0 && <RefusedNotice detail={refusal.detail} />}
      <TextField
        label="Email"
        hint="The address you bought with."
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={refusal?.values.email}
        error={error('email')}
      />
      <HumanCheck error={unverified} onPassed={() => setUnverified(undefined)} />
      <div className="Form-actions">
        <Button>{label}</Button>
      </div>
      <OfflineNote />
    </form>
  )
}
