import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentQuerySchema } from '#shared/content-query.ts'
import { generateContent } from '../bench/generate-content.ts'
import { createPicker } from './query/pick.ts'
import { type ContentStore, createContentStore } from './store.ts'

const dir = mkdtempSync(join(tmpdir(), 'content-'))
let store: ContentStore

beforeAll(async () => {
  generateContent(dir, 200)
  store = await createContentStore({ dir, drafts: true, now: () => new Date() })
})
afterAll(() => {
  store.close()
  rmSync(dir, { recursive: true })
})

test.each([
  { only: 'toc' },
  { only: ['excerpt'] },
  { without: ['body', 'text'] },
  { only: 'text', text: true },
  {},
])('a list with %j counts as whole', (query) => {
  expect(isWhole(query)).toBe(true)
})

test('a list of plain fields does not count as whole', () => {
  expect(isWhole({ without: ['body', 'toc', 'excerpt'] })).toBe(false)
  expect(isWhole({ only: ['text', 'title'] })).toBe(false)
})

test.each([
  { without: ['body', 'text'] },
  { only: 'toc' },
  {},
  { where: { toc: { $size: 3 } }, only: 'slug' },
])('others are served while %j parses the documents', async (query) => {
  const fresh = await createContentStore({ dir, drafts: true, now: () => new Date() })
  let others = 0
  let isOver = false
  const count = () => {
    others++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await fresh.queryJson('/', { deep: true, ...query })
  isOver = true
  fresh.close()
  expect(others).toBeGreaterThan(10)
})

test('conditions of any kind end soon, with an answer or with whose fault it is', async () => {
  const words = fc
    .integer({ min: 1, max: 150 })
    .map((length) => Array.from({ length }, (_, index) => `zz${index}`))
  const field = fc.constantFrom('text', 'title', 'tags', 'toc', 'body')
  const operator = fc.constantFrom('$containsAny', '$contains', '$containsNone', '$in', '$nin', '$all')
  const condition = fc
    .tuple(field, operator, words)
    .map(([name, operation, operand]) => ({ [name]: { [operation]: operand } }))
  const conditions = fc.tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(condition, { maxLength: 40 }))
  await fc.assert(
    fc.asyncProperty(conditions, async ([name, list]) => {
      const start = process.threadCpuUsage()
      const outcome = await store
        .queryJson('/', { deep: true, only: 'slug', where: { [name]: list } })
        .then(() => 200)
        .catch(({ statusCode }) => statusCode)
      const { user, system } = process.threadCpuUsage(start)
      expect([200, 400]).toContain(outcome)
      const parses = JSON.stringify(list).match(/"(toc|body)":/)
      if (!parses) expect((user + system) / 1_000).toBeLessThan(500)
    }),
    { numRuns: 25 },
  )
}, 60_000)

function isWhole(query: object): boolean {
  return createPicker(contentQuerySchema.parse(query), () => ({ toc: '[]', body: '{}' })).isWhole
}
