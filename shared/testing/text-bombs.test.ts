import { expect, test } from 'vitest'
import { z } from 'zod'
import { fillSchema } from './fill-schema.ts'

const modules = import.meta.glob<Record<string, unknown>>(['../**/*.ts', '!../**/*.test.ts'], { eager: true })

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
    const [cost, usual] = [bomb, harmless].map((make) => cpuMs(schema, fillSchema(schema, make(length))))
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
