import type { ContactMessage } from '#shared/contact/contact.ts'
import { toFieldErrors } from '#shared/http/field-errors.ts'
import type { FieldError } from '#shared/http/problem.ts'

/** What the form sends, before anything is checked. */
export type ContactBody = Record<keyof ContactMessage | 'website' | 'verification', string>

/** The schema's library is larger than the rest of the page, so it loads only shortly before it is needed. */
export const loadSchema = () => import('#shared/contact/contact.ts').catch(() => null)

/** If the schema can't be loaded, only the server checks. */
export async function checkMessage(body: ContactBody): Promise<FieldError[]> {
  const { error } = (await loadSchema())?.contactSchema.safeParse(body) ?? {}
  const errors = error ? toFieldErrors(error) : []
  return body.verification ? errors : [...errors, notVerified]
}

const notVerified: FieldError = {
  pointer: '/verification',
  code: 'required',
  detail: 'Tick the box, so that we know a person sends this.',
}
