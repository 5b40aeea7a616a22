import { expect, test } from 'vitest'
import { z } from 'zod'

const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], { eager: true })

const schemas = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [{ name: `${name} of ${file}`, schema: value }] : [],
  ),
)

/** Sorting combining marks takes quadratic time. */
const bomb = (length: number) => `あ${'\u0301'.repeat(length / 2)}${'\u0323'.repeat(length / 2)}`
const harmless = (length: number) => 'あ'.repeat(length)

test('every schema of what visitors send is found', () => {
  const found = schemas.map(({ name }) => name.replace(/ .*/, ''))
  expect(found).toEqual(
    expect.arrayContaining([
      'contactSchema',
      'checkoutSchema',
      'activationRequestSchema',
      'contentQuerySchema',
    ]),
  )
})

test.each(schemas)('a bomb in every text of $name costs no more than a harmless text', ({ schema }) => {
  for (const length of [240, 1_000, 4_000, 16_000, 32_000]) {
    const [cost, usual] = [bomb, harmless].map((make) => cpuMs(schema, fill(schema, make(length))))
    expect(cost, `${length} marks, in ms of CPU`).toBeLessThan(10 * Math.max(Number(usual), 1))
  }
})

/** Takes the better of two runs, because the first compiles code. */
function cpuMs(schema: z.ZodType, value: unknown): number {
  const runs = [0, 0].map(() => {
    const start = process.threadCpuUsage()
    schema.safeParse(value)
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1_000
  })
  return Math.min(...runs)
}

/** Builds a value of the schema's shape with the text in every text field. */
function fill(schema: z.core.$ZodType, text: string): unknown {
  const { def } = schema._zod as z.core.$ZodTypeInternals & { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, member]) => [key, fill(member, text)]))
    case 'array':
      return [fill(def.element, text)]
    case 'tuple':
      return def.items.map((item) => fill(item, text))
    case 'record':
      return { [text]: fill(def.valueType, text) }
    case 'union':
      return fill(def.options[0] as z.core.$ZodType, text)
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'undefined':
      return undefined
    case 'pipe':
      return fill(def.in._zod.def.type === 'transform' ? def.out : def.in, text)
    case 'optional':
    case 'nullable':
    case 'default':
      return fill(def.innerType, text)
    case 'string':
    case 'unknown':
      return text
    default:
      throw new Error(`A schema of kind ${def.type} is new here: say what text it may hold`)
  }
}
