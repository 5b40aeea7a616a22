import { useRef, useState } from 'react'
import { useActionData, useNavigate } from 'react-router'
import type { ContactReceipt } from '#shared/contact/contact.ts'
import { referencePattern } from '#shared/contact/contact-reference.ts'
import { createHttpClient, HttpError } from '#shared/http/http-client.ts'
import type { FieldError, FormRefusal, Problem } from '#shared/http/problem.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { type ContactBody, checkMessage } from './check-message.ts'
import { clearDraft, keepSent } from './draft.ts'

export type Refusal = {
  errors: FieldError[]
  /** One sentence with all the facts; empty if the fields show every error. */
  detail: string
  /** The unsent text, for copying. */
  message: string
}

/** Sends the message and opens the page with its reference. Without script the page may start with a refusal. */
export function useSendMessage({ onRefused }: { onRefused(): void }) {
  const { config, site } = useAppState()
  const navigate = useNavigate()
  const answer = useActionData() as FormRefusal | undefined
  const [refusal, setRefusal] = useState<Refusal | null>(
    answer ? { ...answer, message: answer.values.message ?? '' } : null,
  )
  const [errors, setErrors] = useState(refusal?.errors ?? [])
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  function refuse(refused: Refusal) {
    setRefusal(refused)
    setErrors(refused.errors)
    if (refused.detail) onRefused()
  }

  async function checkAndPost(body: ContactBody) {
    const { message } = body
    const errors = await checkMessage(body)
    if (errors.length > 0) return refuse({ errors, detail: '', message })
    try {
      const http = createHttpClient(config.apiBaseUrl, fetch)
      const { reference } = (await http.post(apiRoutes.contact, body)) as ContactReceipt
      // A captive portal's login page answers 200 to everything.
      if (!referencePattern.test(reference)) throw new Error('The answer is no receipt')
      clearDraft()
      keepSent(reference, message)
      await navigate(routes.contactSent(reference))
    } catch (error) {
      const { errors = [], detail = unreachable(site.company.email) } = problemOf(error)
      refuse({ errors, detail, message })
    }
  }

  async function send(form: HTMLFormElement) {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    await checkAndPost(toBody(new FormData(form)))
    setBusy(false)
    sending.current = false
  }

  /** Changing a field removes its error. */
  function mend(name: string) {
    setErrors((left) => left.filter(({ pointer }) => pointer !== `/${name}`))
  }

  return { refusal, errors, mend, typed: answer?.values, busy, send }
}

function toBody(form: FormData): ContactBody {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    name: text('name'),
    email: text('email'),
    topic: text('topic'),
    message: text('message'),
    website: text('website'),
    verification: text('g-recaptcha-response'),
  }
}

function problemOf(error: unknown): Partial<Problem> {
  return error instanceof HttpError && error.body instanceof Object ? error.body : {}
}

function unreachable(email: string): string {
  return `We couldn’t be reached. What you’ve typed stays here. Try again in a moment, or write to ${email}.`
}
