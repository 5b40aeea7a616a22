import { readDollars } from '#shared/desk/read-dollars.ts'
import type { FieldError } from '#shared/problem.ts'

type Values = Record<string, string | string[]>
export type Fields = { values: Values; body: Record<string, unknown>; errors: FieldError[] }

/** People type dollars, and the API takes cents. @param form untrusted */
export function readFields(form: Record<string, unknown>): Fields {
  const entries = Object.entries(form).filter(([, value]) => isText(value))
  const values = Object.fromEntries(entries) as Values
  if (typeof values.amount !== 'string' || values.amount === '') return { values, body: values, errors: [] }
  const amount = readDollars(values.amount)
  if (amount !== null) return { values, body: { ...values, amount }, errors: [] }
  const detail = 'Enter an amount, such as 229.00.'
  return { values, body: values, errors: [{ pointer: '/amount', code: 'invalid_format', detail }] }
}

function isText(value: unknown): value is string | string[] {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'))
  )
}
