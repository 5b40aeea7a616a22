import { describe, expect, it } from 'vitest'
import type { ContentQuery } from '#shared/content/content-query.ts'
import { ContentQueryError } from '#shared/content/content-query-error.ts'
import { HttpError } from '#shared/http/http-client.ts'
import { readTasks } from '../../help/queries.ts'
import { PageError } from '../../site/framework/page-error.ts'
import { newsPageSize, readArticlePage, readNewsPage } from './queries.ts'

describe('a page of news', () => {
  it('is the newest dozen, and knows whether there are older ones', async () => {
    const { content, asked } = library({ '/news': news(newsPageSize + 1) })
    expect(await readNewsPage(content, 1, '')).toMatchObject({ hasOlder: true, items: news(newsPageSize) })
    expect(asked[0]?.query).toMatchObject({ deep: true, sortBy: [{ date: 'desc' }], skip: 0, limit: 13 })
  })

  it('skips what newer pages show', async () => {
    const { content, asked } = library({ '/news': news(3) })
    expect(await readNewsPage(content, 3, '')).toMatchObject({ page: 3, hasOlder: false })
    expect(asked[0]?.query).toMatchObject({ skip: 24 })
  })

  it('leaves the order of what was searched for to the search', async () => {
    const { content, asked } = library({ '/news': [] })
    await readNewsPage(content, 1, 'glass')
    expect(asked[0]?.query).toMatchObject({ search: { query: 'glass' } })
    expect(asked[0]?.query).not.toHaveProperty('sortBy')
  })

  it.each([
    ['in process', new ContentQueryError(400, { message: 'search: takes at most 20 words' })],
    ['over HTTP', new HttpError('POST', '/_content/news', 400, null)],
  ])('has nothing for a search of too many words, asked for %s', async (_way, failure) => {
    const content = () => Promise.reject(failure)
    expect(await readNewsPage(content, 1, 'word '.repeat(21))).toMatchObject({ items: [], hasOlder: false })
    await expect(readNewsPage(content, 1, '')).rejects.toBe(failure)
  })
})

it('lists nothing for a shop without a folder of news', async () => {
  const content = () => Promise.reject(new ContentQueryError(404, { message: '/news not found' }))
  expect(await readNewsPage(content, 1, '')).toMatchObject({ items: [], hasOlder: false })
  expect(await readTasks(content)).toEqual([])
})

describe('an article', () => {
  it('comes with its neighbours, in the order of time', async () => {
    const [newer, article, older] = news(3)
    const { content, asked } = library({ '/news/2': article, '/news': [newer, older] })
    expect(await readArticlePage(content, '2')).toEqual({ article, newer, older })
    expect(asked[1]?.query).toMatchObject({ surround: { slugOrPath: '/news/2' }, sortBy: [{ date: 'desc' }] })
  })

  it.each([
    ['in process', new ContentQueryError(404, { message: 'not found' })],
    ['over HTTP', new HttpError('POST', '/_content/news/x', 404, null)],
  ])('that does not exist is a 404, asked for %s', async (_way, failure) => {
    const content = () => Promise.reject(failure)
    await expect(readArticlePage(content, 'nope')).rejects.toMatchObject({
      name: 'PageError',
      statusCode: 404,
    })
  })

  it('that is a folder is a 404', async () => {
    const { content } = library({ '/news/2026': news(2) })
    await expect(readArticlePage(content, '2026')).rejects.toBeInstanceOf(PageError)
  })

  it('passes other failures on', async () => {
    const content = () => Promise.reject(new Error('down'))
    await expect(readArticlePage(content, 'a')).rejects.toThrow('down')
  })
})

function library(documents: Record<string, unknown>) {
  const asked: { path: string; query: ContentQuery }[] = []
  const content = async (path: string, query: ContentQuery) => {
    asked.push({ path, query })
    return documents[path]
  }
  return { content, asked }
}

function news(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    path: `/news/${index + 1}`,
    title: `Number ${index + 1}`,
    description: '',
    date: '2026-11-14T00:00:00.000Z',
  }))
}
