import { type FormEvent, useState } from 'react'
import type { FormRefusal } from '#shared/http/problem.ts'
import { routes } from '#shared/routes/routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { CookieNote, OfflineNote } from '../../site/ui/offline-note.tsx'
import { HumanCheck } from '../../verification/human-check.tsx'
import { checkAct } from './check-act.ts'
import { RefusedNotice } from './refused-notice.tsx'

/** A plain form, which also works without script. */
export function LinkForm({ label, refusal }: { label: string; refusal?: FormRefusal | undefined }) {
  const error = (name: string) => refusal?.errors.find(({ pointer }) => pointer === `/${name}`)?.detail
  const [wrongEmail, setWrongEmail] = useState(error('email'))
  const [unverified, setUnverified] = useState(error('verification'))

  function submit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    const entered = new FormData(form)
    const { email } = checkAct([{ name: 'email', type: 'email', required: true }], entered)
    const isWaiting = form.querySelector('.Verify iframe') && !entered.get('g-recaptcha-response')
    setWrongEmail(email)
    if (isWaiting) setUnverified('Tick the box, so that we know you’re a person.')
    if (!email && !isWaiting) return
    event.preventDefault()
    form.querySelector<HTMLElement>(email ? '[name=email]' : '.Verify')?.focus()
  }

  return (
    <form
      // The fields show their own errors, so the browser's are off.
      ref={(form) => form?.setAttribute('novalidate', '')}
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
        error={wrongEmail}
      />
      <HumanCheck error={unverified} onPassed={() => setUnverified(undefined)} />
      <div className="Form-actions">
        <Button>{label}</Button>
      </div>
      <OfflineNote />
      <CookieNote />
    </form>
  )
}
