import { type FormEvent, useEffect, useRef, useState } from 'react'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { Button } from '../../site/ui/button.tsx'
import { Select, TextArea, TextField } from '../../site/ui/field.tsx'
import { LikelyEmail } from '../../site/ui/likely-email.tsx'
import { OfflineNote } from '../../site/ui/offline-note.tsx'
import { HumanCheck, type HumanCheckHandle } from '../../verification/human-check.tsx'
import { loadSchema } from './check-message.ts'
import { restoreDraft, saveDraft } from './draft.ts'
import { NotSent } from './not-sent.tsx'
import { Suggestions } from './suggestions.tsx'
import { useSendMessage } from './use-send-message.ts'

/**
 * Also posts without script.
 * @param opening prefills the beginning of a new message
 */
export function ContactForm({ opening }: { opening: string }) {
  const { site, config } = useAppState()
  const ref = useRef<HTMLFormElement>(null)
  const humanCheck = useRef<HumanCheckHandle>(null)
  const { refusal, errors, mend, typed, busy, send } = useSendMessage({
    onRefused: () => humanCheck.current?.reset(),
  })
  const [message, setMessage] = useState('')
  const [email, setEmail] = useState('')
  const error = (name: string) => errors.find(({ pointer }) => pointer === `/${name}`)?.detail

  const allMended = errors.length === 0 && refusal?.errors.length !== 0

  useEffect(() => {
    const form = ref.current
    if (!form) return
    // The fields show their own errors.
    form.noValidate = true
    if (typed) return
    // Text typed before hydration couldn't be saved at that time.
    if (restoreDraft(form, opening)) saveDraft(form)
  }, [typed, opening])

  useEffect(() => {
    const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector)
    if (refusal) (find(invalidFields) ?? find('.Notice--error'))?.focus()
  }, [refusal])

  function change(event: FormEvent<HTMLFormElement>) {
    saveDraft(event.currentTarget)
    const { name, value } = event.target as HTMLInputElement
    if (name === 'message') setMessage(value.replace(opening, ''))
    if (name === 'email') setEmail(value)
    mend(name)
  }

  function takeEmail(meant: string) {
    const form = ref.current
    const field = form?.elements.namedItem('email')
    if (!form || !(field instanceof HTMLInputElement)) return
    field.value = meant
    setEmail(meant)
    saveDraft(form)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (navigator.onLine) send(event.currentTarget)
  }

  return (
    <form
      ref={ref}
      className="Form"
      method="post"
      action={config.apiBaseUrl ? config.apiBaseUrl + apiRoutes.contact : routes.contact}
      aria-label="Contact"
      onFocus={loadSchema}
      onInput={change}
      onSubmit={submit}
    >
      {refusal?.detail && !allMended && <NotSent refusal={refusal} />}
      <div className="Stack Form-row">
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          required
          defaultValue={typed?.name}
          error={error('name')}
        />
        <div>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={typed?.email}
            error={error('email')}
          />
          <LikelyEmail email={email} onTake={takeEmail} />
        </div>
      </div>
      <Select
        label="What’s it about?"
        name="topic"
        defaultValue={typed?.topic ?? 'support'}
        error={error('topic')}
      >
        <option value="support">{`Using ${site.product}`}</option>
        <option value="licensing">A licence or an order</option>
        <option value="sales">Buying for an organisation</option>
        <option value="press">Press</option>
        <option value="other">Something else</option>
      </Select>
      <TextArea
        label="Message"
        hint="If something went wrong, tell us the version and what you did just before."
        name="message"
        rows={6}
        required
        defaultValue={typed?.message ?? opening}
        error={error('message')}
      />
      {/* A honeypot: people can't reach this field by eye, keyboard or screen reader, but bots fill it in. */}
      <div className="vh" aria-hidden="true">
        <label>
          Leave this empty
          <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </div>
      <HumanCheck ref={humanCheck} error={error('verification')} onPassed={() => mend('verification')} />
      <div className="Form-actions">
        <Button busy={busy}>{busy ? 'Sending…' : 'Send message'}</Button>
      </div>
      <OfflineNote />
      <Suggestions message={message} />
    </form>
  )
}

const invalidFields = '[data-invalid] .Field-input, .Verify[data-invalid]'
