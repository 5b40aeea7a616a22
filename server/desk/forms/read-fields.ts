import { readDollars } from '#shared/desk/read-dollars.ts'
import type { FieldError } from '#shared/http/problem.ts'

type Value = string | string[]
export type Fields = { values: Record<string, Value>; body: Record<string, unknown>; errors: FieldError[] }

/** Keeps texts alone. The readers of single forms turn some into the API's numbers. @param form untrusted */
export function readFields(form: Record<string, unknown>): Fields {
  const values = Object.fromEntries(Object.entries(form).filter(([, value]) => isText(value)))
  return { values: values as Fields['values'], body: values, errors: [] }
}

/** @returns cents, undefined for an empty field, null for anything but an amount */
export function readAmount(typed: Value = ''): number | null | undefined {
  if (typed === '') return undefined
  return typeof typed === 'string' ? readDollars(typed) : null
}

/** Text that is no number stays, and the API refuses it by name. */
export function readNumber(typed: Value = ''): Value | number | undefined {
  if (typed === '') return undefined
  return /^\d{1,9}$/.test(String(typed)) ? Number(typed) : typed
}

function isText(value: unknown): value is Value {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'))
  )
}
