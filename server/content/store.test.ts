import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ContentError } from './content-error.ts'
import { type ContentStoreOptions, createContentStore } from './store.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'content-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('in production', () => {
  beforeEach(() => {
    write('now.md', '---\ntitle: Now\ndate: 2024-01-01\n---\n')
    write('later.md', '---\ntitle: Later\ndate: 2024-06-01\n---\n')
    write('draft.md', '---\ntitle: Draft\ndraft: true\n---\n')
  })

  test('drafts and documents to come are found in no way', async () => {
    const store = await open({ now: () => new Date('2024-03-01') })
    const { result, total } = store.query('/', { only: 'slug', sortBy: 'slug' })
    expect([result, total]).toEqual([[{ slug: 'now' }], 1])
    expect(store.query('/', { search: 'draft later' }).result).toEqual([])
    expect(store.query('/', { surround: { slugOrPath: 'now' } }).result).toEqual([null, null])
    expect(store.documents().map(({ path }) => path)).toEqual(['/now'])
    expect(() => store.query('/draft', {})).toThrow('/draft not found')
    expect(() => store.query('/later', {})).toThrow('/later not found')
  })

  test('a document appears when its date comes', async () => {
    let now = new Date('2024-03-01')
    const store = await open({ now: () => now })
    const { revision } = store
    now = new Date('2024-06-01')
    expect(store.query('/later', { only: 'title' }).result).toEqual({ title: 'Later' })
    expect(store.revision).not.toBe(revision)
  })
})

test('a broken file stops the start with file and line', async () => {
  write('broken.md', '---\ntitle: x\n@bad: 1\n---\n')
  await expect(open()).rejects.toThrow(ContentError)
  await expect(open()).rejects.toThrow(/broken\.md:3: /)
})

test.each([
  ['a.json', '{\n  "a": 1,\n}', 3],
  ['a.json5', '{\n  a: 1,\n  b: }', 3],
  ['a.yml', 'a: 1\nb: [', 2],
  ['a.xml', '<a>\n<b></a>', 2],
  ['a.json', '[1, 2]', 1],
])('a tolerant store keeps the rest: %s', async (name, source, line) => {
  write(name, source)
  write('good.md', 'x')
  const store = await open({ tolerant: true })
  expect(store.errors.map((error) => [error.file, error.line])).toEqual([[join(dir, name), line]])
  expect(store.documents()).toHaveLength(1)
})

test('variables are replaced in the text before it is parsed', async () => {
  write('page.md', '---\ntitle: "{{product}} {{other}}"\n---\n\n{{ product }}\n')
  const store = await open({ variables: { product: 'Cue' } })
  expect(store.query('/page', { only: ['title', 'text'], text: true }).result).toEqual({
    title: 'Cue {{other}}',
    text: '\nCue\n',
  })
})

test('odd titles are searched and warned about', async () => {
  write('page.md', '---\ntitle: true\n---\n')
  const warnings: string[] = []
  const store = await open({ onWarning: (message) => warnings.push(message) })
  expect(store.query('/', { search: 'true', only: 'slug' }).result).toEqual([{ slug: 'page' }])
  expect(warnings).toEqual([expect.stringMatching(/page\.md: title is not text/)])
})

test('a change in the folder is seen', async () => {
  write('page.md', '---\ntitle: One\n---\n')
  const onChange = vi.fn()
  const store = await open({ onChange })
  const { revision } = store
  write('page.md', '---\ntitle: Two\n---\n')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), 3_000)
  expect(store.query('/page', { only: 'title' }).result).toEqual({ title: 'Two' })
  expect(store.revision).not.toBe(revision)
  store.close()
})

function open(options: Partial<ContentStoreOptions> = {}) {
  return createContentStore({ dir, drafts: false, now: () => new Date(), ...options })
}

function write(name: string, source: string): void {
  writeFileSync(join(dir, name), source)
}
