import { expect, test } from 'vitest'
import { z } from 'zod'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { api } from './document.ts'

type Found = { name: string; kind: 'number' | 'boolean'; schema: z.core.$ZodType }

const operations = Object.entries(api)
  .filter(([path]) => !path.startsWith(apiRoutes.content))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )

/** Text, and whatever else JavaScript turns into a number. A null may count as absent. */
const almostNumbers = ['178.00', '5', '0x10', '1e3', ' 5 ', '', true, [200], ['5'], {}, null, 1.5]
const almostBooleans = ['true', 'on', '1', '', 1, 0, [true], null]
/** What an address can carry, beside digits. */
const noDigits = ['178.00', '0x10', '1e3', '+5', '-5', ' 5', '٥', ['5'], ['5', '5'], true]

const inBodies = operations.flatMap(({ name, operation }) =>
  Object.values(operation.body ?? {}).flatMap((schema) => find(schema, name)),
)
const inQueries = operations.flatMap(({ name, operation: { query } }) => (query ? find(query, name) : []))

test('the numbers of bodies and addresses are found', () => {
  const names = [...inBodies, ...inQueries].map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'post /api/desk/orders/:id/payments /amount',
      'post /api/desk/orders/:id/refunds /amount',
      'post /api/desk/codes /amount',
      'post /api/checkout /expectedTotal',
      'get /api/desk/orders /limit',
    ]),
  )
})

test.each(inBodies)('$name takes a JSON $kind alone', ({ kind, schema }) => {
  const wrong: unknown[] = kind === 'number' ? almostNumbers : almostBooleans
  expect(wrong.filter((value) => z.safeParse(schema, value).data !== undefined)).toEqual([])
})

test.each(inQueries)('$name takes digits alone', ({ schema }) => {
  expect(z.safeParse(schema, '5').success).toBe(true)
  expect(noDigits.filter((value) => z.safeParse(schema, value).success)).toEqual([])
})

/** Finds each number and boolean with all that may turn other values into it. */
function find(schema: z.core.$ZodType, name: string): Found[] {
  const kind = kindOf(schema)
  if (kind) return [{ name, kind, schema }]
  const { def } = schema._zod as z.core.$ZodTypeInternals & { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([member, each]) => find(each, `${name} /${member}`))
    case 'array':
      return find(def.element, `${name}[]`)
    case 'record':
      return find(def.valueType, `${name} /*`)
    case 'union':
      return def.options.flatMap((option) => find(option, name))
    case 'optional':
    case 'nullable':
    case 'default':
      return find(def.innerType, name)
    case 'pipe':
      return find(def.in._zod.def.type === 'transform' ? def.out : def.in, name)
    default:
      return []
  }
}

function kindOf(schema: z.core.$ZodType): Found['kind'] | null {
  const { def } = schema._zod as z.core.$ZodTypeInternals & { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'number':
    case 'boolean':
      return def.type
    case 'optional':
    case 'nullable':
    case 'default':
      return kindOf(def.innerType)
    case 'pipe':
      return kindOf(def.out) ?? kindOf(def.in)
    case 'union': {
      const kinds = def.options.map(kindOf)
      return kinds.find((each) => each !== null) ?? null
    }
    default:
      return null
  }
}
