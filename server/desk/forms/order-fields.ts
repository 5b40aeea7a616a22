import type { FieldError } from '#shared/http/problem.ts'
import { type Fields, readAmount, readFields, readNumber } from './read-fields.ts'

/** People type dollars and tick boxes, and the API takes cents and lists. */
export function readOrderFields(form: Record<string, unknown>): Fields {
  const { values, body } = readFields(form)
  const { revision, licences, credit } = values
  const amount = readAmount(values.amount)
  const read = {
    amount,
    revision: readNumber(revision),
    licences: licences ? [licences].flat() : undefined,
    credit: credit === undefined ? undefined : credit === 'true',
  }
  return { values, body: { ...body, ...read }, errors: amount === null ? [notAnAmount] : [] }
}

const notAnAmount: FieldError = {
  pointer: '/amount',
  code: 'invalid_format',
  detail: 'Enter an amount, such as 229.00.',
}
