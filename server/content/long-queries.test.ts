import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '#shared/testing/properties.ts'
import { generateContent } from '../testing/bench/generate-content.ts'
import { createAnswers } from './answers.ts'
import { type ContentStore, openContentStore } from './store.ts'

const dir = mkdtempSync(join(tmpdir(), 'content-'))
let store: ContentStore

beforeAll(async () => {
  generateContent(dir, 60)
  store = await openContentStore({ dir, drafts: true, now: () => new Date() })
})
afterAll(() => {
  rmSync(dir, { recursive: true })
})

test.each([
  { without: ['body', 'text'] },
  { only: 'toc' },
  {},
  { where: { toc: { $size: 3 } }, only: 'slug' },
])('others are served while %j parses the documents', async (query) => {
  const fresh = await openContentStore({ dir, drafts: true, now: () => new Date() })
  let others = 0
  let isOver = false
  const count = () => {
    others++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await createAnswers(fresh)('/', JSON.stringify({ deep: true, ...query }), 'body')
  isOver = true
  expect(others).toBeGreaterThan(10)
})

test('conditions of any kind are answered or refused with the reason', async () => {
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
      const outcome = await store
        .find('/', { deep: true, only: 'slug', where: { [name]: list } })
        .then(() => 200)
        .catch(({ statusCode }) => statusCode)
      expect([200, 400]).toContain(outcome)
    }),
    { numRuns: runs(25) },
  )
})
