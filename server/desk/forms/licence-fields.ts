import { type Fields, readFields, readNumber } from './read-fields.ts'

/** `limit` counts a licence's machines, `seats` a token's. `keepKey` is a box to tick. Commas part `entitlements`. */
export function readLicenceFields(form: Record<string, unknown>): Fields {
  const { values, body, errors } = readFields(form)
  const { limit, seats, keepKey, entitlements, offlineDays } = values
  const read = {
    limit: readNumber(limit),
    seats: readNumber(seats),
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
