import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openContentCache, seedContentCache } from './content-cache.ts'
import { createContentStore } from './store.ts'

let dir: string
let cacheDir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'content-'))
  cacheDir = mkdtempSync(join(tmpdir(), 'content-cache-'))
  writeFileSync(join(dir, 'a.md'), '---\ntitle: A\ndate: 2024-01-01\n---\nShort.\n<!--more-->\n## Long\n')
  writeFileSync(join(dir, 'list.json'), '[{"slug":"x"},{"slug":"y"}]')
})
afterEach(() => {
  for (const made of [dir, cacheDir]) rmSync(made, { recursive: true })
})

test('what is read back answers as what was parsed', async () => {
  const first = await answers()
  expect(await answers()).toEqual(first)
  expect(readdirSync(cacheDir)).toContain('content.db')
})

test('a changed file is parsed again', async () => {
  await answers()
  writeFileSync(join(dir, 'a.md'), '---\ntitle: B\n---\nOther.\n')
  expect(JSON.stringify(await answers())).toContain('"B"')
})

test('a folder without a cache begins with that of another, and one that has its own keeps it', async () => {
  const first = await answers()
  const other = join(cacheDir, 'other')
  seedContentCache(other, cacheDir)
  expect(readFileSync(join(other, 'content.db'))).toEqual(readFileSync(join(cacheDir, 'content.db')))
  writeFileSync(join(other, 'content.db'), 'its own')
  seedContentCache(other, cacheDir)
  expect(readFileSync(join(other, 'content.db'), 'utf8')).toBe('its own')
  seedContentCache(join(cacheDir, 'none'), join(cacheDir, 'missing'))
  expect(await answers()).toEqual(first)
})

test('a damaged cache only costs time', async () => {
  const first = await answers()
  writeFileSync(join(cacheDir, 'content.db'), 'not a database')
  expect(await answers()).toEqual(first)
})

test('what was parsed of files that changed is forgotten', async () => {
  for (const title of ['One', 'Two', 'Three']) {
    writeFileSync(join(dir, 'a.md'), `# ${title}\n`)
    await answers()
  }
  const database = new DatabaseSync(join(cacheDir, 'content.db'))
  const rows = database.prepare('select kind, count(*) as count from entry group by kind order by kind').all()
  database.close()
  expect(rows.map(({ kind, count }) => [kind, count])).toEqual([
    ['folder', 1],
    ['markdown', 1],
  ])
})

async function answers(): Promise<unknown[]> {
  const cache = openContentCache(cacheDir)
  const store = await createContentStore({ dir, cache, drafts: true, now: () => new Date() })
  const queries = [{ text: true }, { search: 'short' }, { where: { date: { $gt: '2023-12-31' } } }]
  const results = queries.map((query) => store.query('/', query).result)
  const listed = store.query('/list', { only: 'slug' }).result
  store.close()
  cache.close()
  return [...results, listed]
}
