import fc from 'fast-check'
import { createApiDocument } from '../../web/openapi/document.ts'
import { type Examples, generateValue, type Schema } from './generate-value.ts'
import { hostileText } from './hostile-text.ts'
import type { FuzzCustomer } from './seed-customer.ts'

/** @property path with its query */
export type Called = { method: string; path: string; type: string; body: string }

type Parameter = { in: string; name: string; schema: Schema; required?: boolean }
type Described = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Operations that would remove what all others need. */
const ending = /sign-out|sessions|tokens|^\/api\/help\/clear/

const paths = (['site', 'desk'] as const).flatMap((part) =>
  Object.entries(createApiDocument('http://127.0.0.1', part).paths ?? {}),
)

const described = paths.flatMap(([path, item]) =>
  Object.entries(item as Record<string, Described>).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    ...operation,
  })),
)

/** Generates calls of all operations that the API describes, with inputs that their schemas take, or nearly so. */
export function generateOperation(customer: FuzzCustomer): fc.Arbitrary<Called> {
  const examples = examplesOf(customer)
  const operations = described
    .filter(({ path }) => !ending.test(path))
    .map((operation) => ({
      // Operations that write deserve more tries.
      weight: operation.method === 'GET' ? 1 : 3,
      arbitrary: generateCall(operation, examples),
    }))
  return fc.oneof(...operations)
}

type Operation = (typeof described)[number]

function generateCall(
  { method, path, parameters = [], requestBody }: Operation,
  examples: Examples,
): fc.Arbitrary<Called> {
  const among = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const [[type, { schema }] = ['application/json', { schema: {} }]] = Object.entries(
    requestBody?.content ?? {},
  )
  return fc
    .record({
      parts: valuesOf(among('path'), { ...examples, id: idsFor(path, examples) }, true),
      query: valuesOf(among('query'), examples, false),
      body: generateValue(schema, '', examples),
    })
    .map(({ parts, query, body }) => {
      const search = new URLSearchParams(query).toString()
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parts[name] ?? ''))
      return { method, path: filled + (search && `?${search}`), type, body: write(type, body) }
    })
}

/** Converts values to text for an address. */
function valuesOf(
  parameters: Parameter[],
  examples: Examples,
  required: boolean,
): fc.Arbitrary<Record<string, string>> {
  const values = parameters.map(({ name, schema }) => [
    name,
    // Longer addresses are cut off by Node before the site sees them.
    generateValue(schema, name, examples).map((value) => textOf(value).slice(0, 1000).toWellFormed()),
  ])
  return fc.record(Object.fromEntries(values), { requiredKeys: required ? undefined : [] } as object)
}

function write(type: string, value: unknown): string {
  if (type === 'application/json') return stringify(value)
  const isForm = type === 'application/x-www-form-urlencoded' && typeof value === 'object' && value !== null
  if (!isForm) return textOf(value).toWellFormed()
  const fields = Object.entries(value).map(([name, each]) => [name, textOf(each).toWellFormed()])
  return new URLSearchParams(fields).toString()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : stringify(value)
}

/** Converts bigints, which JSON can't hold. */
function stringify(value: unknown): string {
  const convert = (_key: string, member: unknown) => (typeof member === 'bigint' ? Number(member) : member)
  return JSON.stringify(value, convert) ?? 'null'
}

function idsFor(path: string, { orderId, licenceId }: Examples): fc.Arbitrary<unknown> {
  return (path.includes('/licences/{id}') ? licenceId : orderId) ?? hostileText
}

function examplesOf({ orders, licences, activations }: FuzzCustomer): Examples {
  return {
    orderId: fc.constantFrom(...orders),
    licenceId: fc.constantFrom(...licences),
    order: fc.constantFrom(...orders),
    activationId: fc.constantFrom(...activations),
    licences: fc.subarray(licences),
    sku: fc.constantFrom('solo', 'studio'),
    to: fc.constantFrom('studio', '/desk'),
    items: fc.constant([{ sku: 'solo', qty: 1 }]),
    expectedTotal: fc.constant(8900),
    country: fc.constantFrom('AU', 'NZ', 'DE'),
    email: fc.constantFrom('ada@example.com', 'grace@example.com'),
    name: fc.constant('Ada'),
    abn: fc.constant('51 824 753 556'),
    nzbn: fc.constant('9429030620001'),
    acceptTerms: fc.constant(true),
    waivesWithdrawal: fc.constantFrom(true, false, undefined),
    verification: fc.uuid().map((id) => `pass-${id}`),
    message: fc.string({ unit: 'grapheme', minLength: 10, maxLength: 2000 }),
    licenceKey: fc.constantFrom('PRMT-0000-0000-0000-0000-0000-0000', ''),
    path: fc.constantFrom('news', 'releases', 'pricing'),
    where: fc.dictionary(
      fc.constantFrom('slug', '$regex', '$and', '$in', 'title', '__proto__'),
      fc.oneof(hostileText, fc.record({ $regex: hostileText }), fc.record({ $contains: hostileText })),
      { maxKeys: 5 },
    ),
    request: hostileText.map((text) => {
      const base64 = Buffer.from(JSON.stringify({ request: text })).toString('base64')
      return `-----BEGIN ACTIVATION REQUEST-----\n${base64}\n-----END ACTIVATION REQUEST-----\n`
    }),
  }
}
