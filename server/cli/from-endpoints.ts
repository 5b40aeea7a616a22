import { z } from 'zod'
import { fill } from '#shared/routes/routes.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Clock, Data, Keys, Seller, ShopContext } from '../context.ts'
import type { DeskEndpoint } from '../desk/endpoints.ts'
import { optionOf, orNumber, readArguments, readFields, sumOf, UsageError } from '../runtime/arguments.ts'
import { createCaller } from '../web/endpoint.ts'
import { type Command, print } from './command.ts'
import { finalUsage, mayGoOn } from './confirm.ts'
import { withShop } from './open.ts'

/** Kind of object that a noun's commands act on. */
export type Subject<Row extends Named> = {
  /** Placeholder for its name in a usage: "ORDER". */
  word: string
  /** @throws Error for an unknown or missing name */
  find(shop: Data & Keys & Clock & Seller<{ typed: { site: Site } }>, name: string | undefined): Promise<Row>
  toJson(row: Row): object
  /** Describes the object after the act. */
  toText(row: Row, shop: ShopContext, verb: string): string
}

/** To confirm, people type the number, or without one the id. */
type Named = { id: string; number?: string }

/** Details of a command that its endpoint doesn't provide. */
type Details<Row> = {
  /** Usages of options that differ from their fields' names, such as "--company NAME". */
  options?: Record<string, string>
  /** Values of fields that people needn't type. */
  fields?(row: Row): object
  /** Describes the act's effect, for `--dry-run`. @throws AppError if it would be refused */
  plan?(row: Row, shop: ShopContext): string | Promise<string>
  /** Whether the plan needs consent. */
  isFinal?: true
  /** Members of the answer to print instead of the subject, as lines or as JSON. */
  printed?(answer: unknown): Record<string, unknown>
}

/**
 * Makes a command from each endpoint that has a `command`.
 * @param details by verb, the last word of the path
 */
export function commandsOf<Row extends Named>(
  endpoints: readonly DeskEndpoint[],
  subject: Subject<Row>,
  details: Record<string, Details<Row>> = {},
): Record<string, Command> {
  const chosen = endpoints.filter(({ command }) => command !== undefined)
  return Object.fromEntries(
    chosen.map((endpoint) => {
      const [noun = '', , verb = 'add'] = endpoint.path.split('/').slice(3)
      return [verb, commandOf(endpoint, subject, { noun, verb, ...details[verb] })]
    }),
  )
}

/**
 * Performs an act as the API does. The audit records the command line.
 * @param id fills the path
 * @returns its answer
 * @throws AppError
 */
export async function perform(
  shop: ShopContext,
  endpoints: readonly DeskEndpoint[],
  { path, id, body = {} }: { path: string; id: string; body?: object },
): Promise<unknown> {
  const operator = { isOperator: true, headers: {}, ip: undefined } as const
  const address = fill(path, id)
  return (await createCaller(shop, endpoints)({ ...operator, method: 'post', address, body })).body
}

/** Prints the subject after an act. @returns the exit status */
export async function printSubject<Row extends Named>(
  shop: ShopContext,
  { find, toJson, toText }: Subject<Row>,
  { name, verb = '', json }: { name: string | undefined; verb?: string; json: boolean },
): Promise<number> {
  const row = await find(shop, name)
  return print(json, toJson(row), toText(row, shop, verb))
}

function commandOf<Row extends Named>(
  endpoint: DeskEndpoint,
  subject: Subject<Row>,
  details: Details<Row> & { noun: string; verb: string },
): Command {
  const { path, operation, command: summary = '' } = endpoint
  const { noun, verb, options: own, fields: preset, plan, isFinal, printed } = details
  const input = operation.body?.['application/json'] ?? z.object({})
  const fields = fieldsOf(input, own)
  const options = fields.filter(({ isOption }) => isOption)
  // Names of new objects come from a field.
  const isNew = !path.includes(':')
  const words = fields.filter(({ isOption }) => !isOption).map(({ label }) => label)
  if (!isNew) words.unshift(subject.word)
  const consent = plan ? [isFinal ? finalUsage : '[--dry-run]'] : []
  const optional = [...options.map(({ usage }) => `[${usage}]`), ...consent, '[--json]']
  const usage = [noun, verb, ...words, ...optional].join(' ')
  const labels = fields.map(({ name, label }) => [name, label === 'TEXT' ? `The ${verb}` : label])
  const flags: Record<string, { type: 'boolean' | 'string' }> = {
    ...Object.fromEntries(options.map(({ label, type }) => [label.slice(2), { type }])),
    ...(plan && { 'dry-run': { type: 'boolean' } }),
    ...(isFinal && { yes: { type: 'boolean' } }),
    json: { type: 'boolean' },
  }

  async function run(args: string[]): Promise<number> {
    const { values, positionals } = readArguments(args, flags, words.length)
    const [name] = positionals
    const missing = words[positionals.length]
    if (missing && (name || isNew)) throw new UsageError(`Which ${missing}? ${usage}`)
    const given = fields.flatMap(({ name, label, isOption, read }) => {
      const value = isOption ? values[label.slice(2)] : positionals[words.indexOf(label)]
      return value === undefined ? [] : [[name, typeof value === 'string' ? read(value) : value]]
    })
    const answers = {
      yes: !isFinal || values.yes === true,
      'dry-run': values['dry-run'] === true,
      json: values.json === true,
    }
    return withShop(async (shop) => {
      const row = isNew ? null : await subject.find(shop, name)
      const body = { ...(row && preset?.(row)), ...Object.fromEntries(given) }
      readFields(input, body, Object.fromEntries(labels))
      if (row && plan && !(await mayGoOn(await plan(row, shop), row.number ?? row.id, answers))) return 0
      const answer = await perform(shop, [endpoint], { path, id: row?.id ?? '', body })
      if (!printed) return printSubject(shop, subject, { name: row?.id ?? name, verb, json: answers.json })
      const told = printed(answer)
      return print(answers.json, told, Object.values(told).join('\n'))
    })
  }
  return { usage, summary, run }
}

/** A field of an act's input, as typed on the command line. */
export type Field = {
  name: string
  /** "--reason TEXT" for an option, "N" for an argument. */
  usage: string
  /** "--reason", or "N". */
  label: string
  isOption: boolean
  type: 'boolean' | 'string'
  /** @throws Error that names the option */
  read(text: string): unknown
}

/** Required fields become arguments, others options. @param own usages that don't derive from the field */
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

/** Commands act on the current state, and ask for consent themselves. */
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

/** Parses sums in dollars. */
function readAs({ type }: Schema, { name, label, text }: Record<'name' | 'label' | 'text', string>): unknown {
  if (name === 'amount') return sumOf(label, text)
  if (type === 'integer') return orNumber(text)
  if (type === 'object') return orJson(text)
  return type === 'array' ? text.split(',').filter(Boolean) : text
}

/** @returns other text unchanged, for a schema to refuse */
function orJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
