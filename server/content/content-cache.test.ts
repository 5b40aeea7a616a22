import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ContentCache, openContentCache } from './content-cache.ts'
import { openContentStore } from './store.ts'

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

test('cached content answers as parsed content does', async () => {
  const first = await answers()
  expect(await answers()).toEqual(first)
  expect(readdirSync(cacheDir)).toContain('content.db')
})

test('a changed file is parsed again', async () => {
  await answers()
  writeFileSync(join(dir, 'a.md'), '---\ntitle: B\n---\nOther.\n')
  expect(JSON.stringify(await answers())).toContain('"B"')
})

test('forgets the results of another version', () => {
  const readAs = (version: string) => {
    const cache = openContentCache(cacheDir, version) as ContentCache
    const value = cache.read('markdown', 'key')
    cache.write('markdown', 'key', version)
    cache.close()
    return value
  }
  expect(['1', '1', '2', '1'].map(readAs)).toEqual([undefined, '1', undefined, undefined])
})

test('a damaged cache only costs time, and its successor is as private', async () => {
  const first = await answers()
  writeFileSync(join(cacheDir, 'content.db'), 'not a database')
  expect(await answers()).toEqual(first)
  expect(statSync(join(cacheDir, 'content.db')).mode & 0o777).toBe(0o600)
})

test('forgets the results of changed files', async () => {
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
  const cache = openContentCache(cacheDir, '1') as ContentCache
  const store = await openContentStore({ dir, cache, drafts: true, now: () => new Date() })
  const queries = [{ text: true }, { search: 'short' }, { where: { date: { $gt: '2023-12-31' } } }]
  const results = await Promise.all(queries.map((query) => store.query('/', query)))
  const listed = await store.query('/list', { only: 'slug' })
  cache.close()
  return [...results, listed]
}
