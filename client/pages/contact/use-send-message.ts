import { useRef, useState } from 'react'
import { useActionData, useNavigate } from 'react-router'
import { type ContactRefusal, contactReceiptSchema, contactSchema } from '#shared/contact.ts'
import { toFieldErrors } from '#shared/field-errors.ts'
import { createHttpClient, HttpError } from '#shared/http-client.ts'
import type { FieldError, Problem } from '#shared/problem.ts'
import { apiRoutes, routes } from '#shared/routes.ts'
import { useAppState } from '../../app-state.tsx'
import { clearDraft } from './draft.ts'

export type Refusal = {
  errors: FieldError[]
  /** The whole of it in a sentence; empty where the fields say it all. */
  detail: string
  /** The text that wasn't sent, to be taken elsewhere. */
  message: string
}

/** Sends the message, and goes on to the page that gives its reference. A refusal may have come with the page already. */
export function useSendMessage({ onRefused }: { onRefused(): void }) {
  const { config, site } = useAppState()
  const navigate = useNavigate()
  const answer = useActionData() as ContactRefusal | undefined
  const [refusal, setRefusal] = useState<Refusal | null>(
    answer ? { ...answer, message: answer.values.message ?? '' } : null,
  )
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  async function post(body: Body) {
    try {
      const http = createHttpClient(config.apiBaseUrl, fetch)
      const { reference } = contactReceiptSchema.parse(await http.post(apiRoutes.contact, body))
      clearDraft()
      await navigate(routes.contactSent(reference))
    } catch (error) {
      const { errors = [], detail = unreachable(site.company.email) } = problemOf(error)
      setRefusal({ errors, detail, message: body.message })
      onRefused()
    }
  }

  return {
    refusal,
    typed: answer?.values,
    busy,
    async send(form: HTMLFormElement) {
      if (sending.current) return
      const body = toBody(new FormData(form))
      const errors = check(body)
      if (errors.length > 0) return setRefusal({ errors, detail: '', message: body.message })
      sending.current = true
      setBusy(true)
      await post(body)
      setBusy(false)
      sending.current = false
    },
  }
}

type Body = ReturnType<typeof toBody>

function toBody(form: FormData) {
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

function check(body: Body): FieldError[] {
  const { error } = contactSchema.safeParse(body)
  const errors = error ? toFieldErrors(error) : []
  if (body.verification) return errors
  return [
    ...errors,
    {
      pointer: '/verification',
      code: 'missing',
      detail: 'Tick the box, so that we know a person sends this.',
    },
  ]
}

function problemOf(error: unknown): Partial<Problem> {
  return error instanceof HttpError && error.body instanceof Object ? error.body : {}
}

function unreachable(email: string): string {
  return `We couldn’t be reached. What you’ve typed stays here. Try again in a moment, or write to ${email}.`
}
