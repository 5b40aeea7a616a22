import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Library, openLibrary } from '#server/content/library.ts'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import { routes } from '#shared/routes/routes.ts'
import { searchHelp, searchSite, tellingWords } from './search.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary({ dir: 'content', drafts: false, now: () => new Date('2026-11-22') })
})
afterAll(() => library.close())
const content: ContentFetch = (path, query) => library.store.query(path, query)

describe('the shipped help answers first', () => {
  test.each([
    ['lost key', 'lost-or-leaked-key'],
    ['refund', 'refund-or-cancel'],
    ['second computer', 'move-to-another-computer'],
    ['no internet', 'turn-it-on-without-internet'],
    ['invoice company name', 'correct-an-invoice'],
    ['which version', 'which-versions-a-licence-covers'],
    ['linux wayland', 'install-and-remove'],
    ['phone remote', 'run-it-from-a-phone'],
    ['cancel', 'refund-or-cancel'],
    ['gst', 'tax-and-other-countries'],
    ['trial', 'try-it-first'],
    ['how do I get my money back?', 'refund-or-cancel'],
    ['Where can I find my licence key', 'where-your-key-is'],
  ])('%s', async (typed, slug) => {
    const [first] = await searchSite(content, typed)
    expect(first?.path).toBe(routes.helpArticle(slug))
  })
})

test('news and releases are found too, behind the help', async () => {
  const found = await searchSite(content, 'remote')
  const kinds = found.map(({ note }) => note.split(/[:,\s]/)[0])
  expect(new Set(kinds)).toEqual(new Set(['Help', 'News', 'Released']))
  expect(kinds).toEqual([...kinds].sort((a, b) => Number(a !== 'Help') - Number(b !== 'Help')))
  expect(await searchSite(content, 'stutter 144')).toMatchObject([
    { path: '/news/version-2-2-1' },
    {
      path: '/whats-new#v2-2-1',
      title: 'Version 2.2.1',
      note: 'Released',
      date: expect.stringMatching(/^2026-09-02/),
    },
  ])
})

test('a message finds help alone, and what it is about among the first three', async () => {
  const message = 'Hello, our studio machine has no internet and I do not know how to activate it there.'
  const found = await searchHelp(content, message)
  const first = found.slice(0, 3).map(({ path }) => path)
  expect(first).toContain(routes.helpArticle('turn-it-on-without-internet'))
  expect(found.every(({ path }) => path.startsWith('/help/'))).toBe(true)
})

test('nothing typed, nothing known and more than can be searched for all find nothing', async () => {
  expect(await searchSite(content, '  ')).toEqual([])
  expect(await searchSite(content, 'xylophone')).toEqual([])
  expect(await searchSite(content, 'a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q-r-s-t-u-v-w')).toEqual([])
})

test('only words that tell are searched for, and all of them where none does', () => {
  expect(tellingWords('How do I find my lost key?')).toBe('find lost key?')
  expect(tellingWords('what is it')).toBe('what is it')
  expect(tellingWords(`${'word '.repeat(50)}`).split(' ')).toHaveLength(12)
})
