import { z } from 'zod'
import { readDollars } from '#shared/desk/read-dollars.ts'
import type { FieldError } from '#shared/http/problem.ts'

type Value = string | string[]
export type Fields = { values: Record<string, Value>; body: Record<string, unknown>; errors: FieldError[] }

/** Keeps only text fields. @param form untrusted */
export function readFields(form: Record<string, unknown>): Fields {
  const values = Object.fromEntries(Object.entries(form).filter(([, value]) => isText(value)))
  return { values: values as Fields['values'], body: values, errors: [] }
}

/**
 * Turns texts into the numbers, booleans and lists that an act takes. Dollars become cents. For acts that
 * need a confirmation, `confirm` is empty until the name was typed.
 * @param form untrusted
 * @param input schema of the act's input
 */
export function readInput(form: Record<string, unknown>, input: z.ZodType = z.object({})): Fields {
  const { values } = readFields(form)
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const types = new Map(Object.entries(properties).map(([name, property]) => [name, Object(property).type]))
  const typed = Object.entries(values).map(([name, value]) => [name, readAs(types.get(name), name, value)])
  const body = { ...('confirm' in properties && { confirm: '' }), ...Object.fromEntries(typed) }
  return { values, body, errors: body.amount === null ? [notAnAmount] : [] }
}

function readAs(type: unknown, name: string, typed: Value): unknown {
  if (type === 'integer') return name === 'amount' ? readAmount(typed) : readNumber(typed)
  if (type === 'boolean') return typed === 'true'
  return type === 'array' ? [typed].flat().flatMap((text) => text.split(/[\s,]+/).filter(Boolean)) : typed
}

const notAnAmount: FieldError = {
  pointer: '/amount',
  code: 'invalid_format',
  detail: 'Enter an amount, such as 229.00.',
}

/** @returns cents, undefined for an empty field, null if it isn't an amount */
export function readAmount(typed: Value = ''): number | null | undefined {
  if (typed === '') return undefined
  return typeof typed === 'string' ? readDollars(typed) : null
}

/** Leaves text that isn't a number for the API to refuse. */
export function readNumber(typed: Value = ''): Value | number | undefined {
  if (typed === '') return undefined
  return /^\d{1,9}$/.test(String(typed)) ? Number(typed) : typed
}

function isText(value: unknown): value is Value {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'))
  )
}
