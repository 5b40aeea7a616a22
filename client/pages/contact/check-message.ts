import type { ContactMessage } from '#shared/contact.ts'
import { toFieldErrors } from '#shared/field-errors.ts'
import type { FieldError } from '#shared/problem.ts'

/** As typed, so not yet known to be a message. */
export type ContactBody = Record<keyof ContactMessage | 'website' | 'verification', string>

/** The schema comes with a library that is larger than the rest of the page: it's fetched when it's about to be needed. */
export const loadSchema = () => import('#shared/contact.ts').catch(() => null)

/** What the server would refuse. Without the schema it's left to the server. */
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
