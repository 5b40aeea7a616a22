import type { FieldError } from '#shared/http/problem.ts'
import { type Fields, readAmount, readFields, readNumber } from './read-fields.ts'

/** A new discount code: `takesOff` is a percentage or dollars, as `unit` says. */
export function readCodeFields(form: Record<string, unknown>): Fields {
  const { values } = readFields(form)
  const given = Object.entries(values).filter(([, value]) => value !== '')
  const { takesOff, unit, skus, maxUses, maxUsesPerAddress, ...rest } = Object.fromEntries(given)
  const cents = readAmount(takesOff) ?? null
  const errors: FieldError[] =
    cents === null
      ? [{ pointer: '/takesOff', code: 'invalid_format', detail: 'Enter a number, such as 10 or 20.00.' }]
      : []
  const body = {
    ...rest,
    ...(unit === 'amount' ? { amount: cents } : { percent: (cents ?? 0) / 100 }),
    ...(skus !== undefined && { skus: [skus].flat() }),
    maxUses: readNumber(maxUses),
    maxUsesPerAddress: readNumber(maxUsesPerAddress),
  }
  return { values, body, errors }
}
