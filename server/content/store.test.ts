import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ContentError } from './content-error.ts'
import { loadContent } from './load-content.ts'
import { openContentStore } from './store.ts'

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

  test('no query finds drafts or future documents', async () => {
    const store = await open({ now: () => new Date('2024-03-01') })
    const found = await store.find('/', { only: 'slug', sortBy: 'slug' })
    expect([await found.data(), found.total]).toEqual([[{ slug: 'now' }], 1])
    expect(await store.query('/', { search: 'draft later' })).toEqual([])
    expect(await store.query('/', { surround: { slugOrPath: 'now' } })).toEqual([null, null])
    expect(store.documents().map(({ path }) => path)).toEqual(['/now'])
    await expect(store.query('/draft', {})).rejects.toThrow('/draft not found')
    await expect(store.query('/later', {})).rejects.toThrow('/later not found')
  })

  test.each(['draft: yes', 'draft: "true"', 'date: 2024-06-01 10:00', 'date: Sat, 01 Jun 2024 10:00:00 GMT'])(
    'a document with “%s” is hidden, too',
    async (line) => {
      write('odd.md', `---\ntitle: Odd\n${line}\n---\n`)
      const store = await open({ now: () => new Date('2024-03-01') })
      await expect(store.query('/odd', {})).rejects.toThrow('/odd not found')
    },
  )

  test('a document appears when its date comes', async () => {
    let now = new Date('2024-03-01')
    const store = await open({ now: () => now })
    const { revision } = store
    now = new Date('2024-06-01')
    expect(await store.query('/later', { only: 'title' })).toEqual({ title: 'Later' })
    expect(store.revision).not.toBe(revision)
  })

  test.each([
    // Sydney's summer time ends on 7 April and begins on 6 October 2024.
    ['2024-06-01', '2024-05-31T14:00:00Z'],
    ['2024-04-07', '2024-04-06T13:00:00Z'],
    ['2024-04-08', '2024-04-07T14:00:00Z'],
    ['2024-10-06', '2024-10-05T14:00:00Z'],
    ['2024-10-07', '2024-10-06T13:00:00Z'],
    ['2024-12-01T08:30:00+11:00', '2024-11-30T21:30:00Z'],
  ])('a document of %s appears in Sydney at %s, not a millisecond before', async (date, first) => {
    write('later.md', `---\ntitle: Later\ndate: ${date}\n---\n`)
    let now = new Date(Date.parse(first) - 1)
    const store = await open({ now: () => now, timeZone: () => 'Australia/Sydney' })
    await expect(store.query('/later', {})).rejects.toThrow('/later not found')
    now = new Date(first)
    expect(await store.query('/later', { only: 'title' })).toEqual({ title: 'Later' })
  })
})

test('every broken file stops the start, each with file and line', async () => {
  write('broken.md', '---\ntitle: x\n@bad: 1\n---\n')
  write('worse.json', '{')
  await expect(open()).rejects.toThrow(ContentError)
  await expect(open()).rejects.toThrow(/broken\.md:3: .*\n.*worse\.json:1: /)
})

test.each([
  ['a.json', '{\n  "a": 1,\n}', 3],
  ['a.json5', '{\n  a: 1,\n  b: }', 3],
  ['a.yml', 'a: 1\nb: [', 2],
  ['a.xml', '<a>\n<b></a>', 2],
  ['a.json', '[1, 2]', 1],
])('what is read of a folder lacks only what is broken: %s', async (name, source, line) => {
  write(name, source)
  write('good.md', 'x')
  const { collection, errors } = await loadContent({ dir })
  expect(errors.map((error) => [error.file, error.line])).toEqual([[join(dir, name), line]])
  expect(collection.documents.map(({ path }) => path)).toEqual(['/good'])
})

test('a document that only the model can read is left out with a warning', async () => {
  write('good.md', 'x')
  write('script.md', '---js\n{ title: "x" }\n---\n')
  const warnings: string[] = []
  const store = await open({ onWarning: (message) => warnings.push(message) })
  expect(store.documents().map(({ path }) => path)).toEqual(['/good'])
  expect(warnings).toEqual([expect.stringMatching(/script\.md:1: is left out: .*not js/)])
})

test('dates in quotes and without are sorted together', async () => {
  write('old.md', '---\ndate: "2024-01-05"\n---\n')
  write('new.md', '---\ndate: 2024-01-07\n---\n')
  write('middle.md', '---\ndate: "2024-01-06T10:00:00Z"\n---\n')
  const store = await open({})
  const sorted = await store.query('/', { only: 'slug', sortBy: 'date' })
  expect((sorted as { slug: string }[]).map(({ slug }) => slug)).toEqual(['old', 'middle', 'new'])
})

test('a field whose name ends like an operator is found by its path', async () => {
  write('a.yml', 'image: { mime_type: png }\n')
  const store = await open({})
  expect(await store.query('/', { only: 'slug', where: { 'image.mime_type': 'png' } })).toEqual([
    expect.objectContaining({ slug: 'a' }),
  ])
})

test('a file may begin with a byte order mark', async () => {
  write('a.json', '\ufeff{"title":"A"}')
  expect(await (await open({})).query('/a', { only: 'title' })).toMatchObject({ title: 'A' })
})

test('variables are replaced in the text before it is parsed', async () => {
  write('page.md', '---\ntitle: "{{product}} {{other}}"\n---\n\n{{ product }}\n')
  const store = await open({ variables: { product: 'Cue' } })
  expect(await store.query('/page', { only: ['title', 'text'], text: true })).toEqual({
    title: 'Cue {{other}}',
    text: '\nCue\n',
  })
})

test('odd titles are searched and warned about', async () => {
  write('page.md', '---\ntitle: true\n---\n')
  const warnings: string[] = []
  const store = await open({ onWarning: (message) => warnings.push(message) })
  expect(await store.query('/', { search: 'true', only: 'slug' })).toEqual([{ slug: 'page' }])
  expect(warnings).toEqual([expect.stringMatching(/page\.md: title is not text/)])
})

test('queries see replaced content at once', async () => {
  write('page.md', '---\ntitle: One\n---\n')
  const store = await open()
  const { revision } = store
  write('page.md', '---\ntitle: Two\n---\n')
  const content = await loadContent({ dir })
  expect(await store.query('/page', { only: 'title' })).toEqual({ title: 'One' })
  store.replace(content)
  expect(await store.query('/page', { only: 'title' })).toEqual({ title: 'Two' })
  expect(store.revision).not.toBe(revision)
})

function open(options: Partial<Parameters<typeof openContentStore>[0]> = {}) {
  return openContentStore({ dir, drafts: false, now: () => new Date(), ...options })
}

function write(name: string, source: string): void {
  writeFileSync(join(dir, name), source)
}
