import { type Fields, readFields, readNumber } from './read-fields.ts'

/** `limit` is how many machines a licence may have; `keepKey` is a box to tick, `entitlements` a list by commas. */
export function readLicenceFields(form: Record<string, unknown>): Fields {
  const { values, body, errors } = readFields(form)
  const { limit, keepKey, entitlements, offlineDays } = values
  const read = {
    limit: readNumber(limit),
    keepKey: keepKey === undefined ? undefined : keepKey === 'true',
    entitlements:
      entitlements === undefined
        ? undefined
        : String(entitlements)
            .split(/[\s,]+/)
            .filter(Boolean),
    // An empty field is no limit.
    offlineDays: offlineDays === '' ? 0 : readNumber(offlineDays),
  }
  return { values, body: { ...body, ...read }, errors }
}
