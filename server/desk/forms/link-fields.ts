import { type Fields, readFields } from './read-fields.ts'

/** The human check's script names its own field. A spent token must not come back with the page. */
export function readLinkFields(form: Record<string, unknown>): Fields {
  const { email = '', to = '', 'g-recaptcha-response': verification = '' } = readFields(form).values
  return { values: { email, to }, body: { email, to, verification }, errors: [] }
}
