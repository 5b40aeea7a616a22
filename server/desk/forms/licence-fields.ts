import { type Fields, readFields, readNumber } from './read-fields.ts'

/** `limit` is how many machines a licence may have. */
export function readLicenceFields(form: Record<string, unknown>): Fields {
  const { values, body, errors } = readFields(form)
  return { values, body: { ...body, limit: readNumber(values.limit) }, errors }
}
