import { type Fields, readFields, readNumber } from './read-fields.ts'

/** `limit` is how many machines a licence may have; `keepKey` is a box to tick. */
export function readLicenceFields(form: Record<string, unknown>): Fields {
  const { values, body, errors } = readFields(form)
  const { limit, keepKey } = values
  const read = { limit: readNumber(limit), keepKey: keepKey === undefined ? undefined : keepKey === 'true' }
  return { values, body: { ...body, ...read }, errors }
}
