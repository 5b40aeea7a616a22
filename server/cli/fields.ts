import { z } from 'zod'
import { optionOf, orNumber, sumOf } from '../runtime/arguments.ts'

/** A field of an act's input, as people type it. */
export type Field = {
  name: string
  /** "--reason TEXT" is an option, "N" an argument. */
  usage: string
  /** "--reason", or "N". */
  label: string
  isOption: boolean
  type: 'boolean' | 'string'
  /** @throws Error that names the option */
  read(text: string): unknown
}

/** Required fields are arguments, and others options. @param own usages that don't follow from the field */
export function fieldsOf(input: z.ZodType, own: Record<string, string> = {}): Field[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const typed = Object.entries(properties).filter(([name]) => !untyped.includes(name))
  return typed.map(([name, property]) => {
    const schema = property as Schema
    const word = wordFor(name, schema)
    const usage = own[name] ?? (required.includes(name) ? word : `${optionOf(name)} ${word}`.trim())
    const [label = ''] = usage.split(' ')
    const type = schema.type === 'boolean' ? 'boolean' : 'string'
    const read = (text: string) => readAs(schema, { name, label, text })
    return { name, usage, label, isOption: label.startsWith('--'), type, read }
  })
}

/** Commands act on what there is now, and ask for consent themselves. */
const untyped = ['revision', 'confirm']

const words: Record<string, string> = {
  amount: '458.00',
  code: 'CODE',
  email: 'EMAIL',
  skus: 'SKU,…',
  entitlements: 'NAME,…',
}

type Schema = z.core.JSONSchema.BaseSchema

function wordFor(name: string, { type, format, enum: choices }: Schema): string {
  const word = words[name] ?? choices?.join('|')
  if (word) return word
  if (type === 'boolean') return ''
  if (type === 'integer') return 'N'
  if (type === 'object') return 'JSON'
  return format === 'date' ? 'DAY' : 'TEXT'
}

/** Sums are typed in dollars. */
function readAs({ type }: Schema, { name, label, text }: Record<'name' | 'label' | 'text', string>): unknown {
  if (name === 'amount') return sumOf(label, text)
  if (type === 'integer') return orNumber(text)
  if (type === 'object') return orJson(text)
  return type === 'array' ? text.split(',').filter(Boolean) : text
}

/** @returns other text as it is, for a schema to refuse */
function orJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
