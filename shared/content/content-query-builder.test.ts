import { expect, test } from 'vitest'
import { createContentQuery } from './content-query-builder.ts'

const content = createContentQuery(async (path, query) => JSON.parse(JSON.stringify({ path, query })))

test('sends what was asked for, step by step', async () => {
  const sent = await content('news', 'archive')
    .only(['title', 'slug'])
    .without('body')
    .where({ draft: { $ne: true } })
    .sortBy('category')
    .sortBy('date', 'desc')
    .search('title', 'dark')
    .surround('dark-mode', { before: 1, after: 2 })
    .skip(10)
    .limit(5)
    .fetch()
  expect(sent).toEqual({
    path: '/news/archive',
    query: {
      deep: false,
      text: false,
      only: ['title', 'slug'],
      without: 'body',
      where: { draft: { $ne: true } },
      sortBy: [{ category: 'asc' }, { date: 'desc' }],
      search: { query: 'title', value: 'dark' },
      surround: { slugOrPath: 'dark-mode', options: { before: 1, after: 2 } },
      skip: 10,
      limit: 5,
    },
  })
})

test.each([
  [[], '/'],
  [['/news/'], '/news/'],
  [['news', '/dark-mode'], '/news/dark-mode'],
])('%j is the path %s', async (parts, path) => {
  expect(await content(...parts).fetch()).toEqual({ path, query: { deep: false, text: false } })
})

test('options may come with the path', async () => {
  expect(await content('docs', { deep: true, text: true }).fetch()).toEqual({
    path: '/docs',
    query: { deep: true, text: true },
  })
})

test('options of one query do not leak into the next', async () => {
  await content('news').limit(1).fetch()
  expect(await content('news').fetch()).toEqual({ path: '/news', query: { deep: false, text: false } })
})
