import { expect, test, vi } from 'vitest'
import { createOpenedPages } from './opened-pages.ts'

function Component() {
  return null
}

function setUp() {
  let online = true
  const load = vi.fn<() => Promise<unknown>>()
  const pages = createOpenedPages(() => online)
  const { loader } = pages.remember({ Component, loader: load })
  return {
    pages,
    load,
    goOffline() {
      online = false
      load.mockRejectedValue(new TypeError('Failed to fetch'))
    },
    open: (address: string) =>
      (loader as (args: object) => Promise<unknown>)({ url: new URL(address, 'https://a.example') }),
  }
}

test('offline a page that was opened shows what it showed last, and another one fails', async () => {
  const { load, goOffline, open } = setUp()
  load.mockResolvedValueOnce('first').mockResolvedValueOnce('last').mockResolvedValueOnce('page 2')
  await open('/news')
  await open('/news')
  await open('/news?page=2')
  goOffline()
  expect(await open('/news')).toBe('last')
  expect(await open('/news?page=2')).toBe('page 2')
  await expect(open('/news?page=3')).rejects.toThrow('Failed to fetch')
})

test('the page that the server wrote counts as opened, also without data', async () => {
  const { pages, goOffline, open } = setUp()
  pages.keep('/news', null)
  goOffline()
  expect(await open('/news')).toBeNull()
})

test('online a failure stays one', async () => {
  const { load, open } = setUp()
  load.mockResolvedValueOnce('first').mockRejectedValueOnce(new Error('500'))
  await open('/news')
  await expect(open('/news')).rejects.toThrow('500')
})

test('a page without a loader stays as it is', () => {
  expect(setUp().pages.remember({ Component })).toEqual({ Component })
})
