import { expect, test, vi } from 'vitest'
import { cachedContent } from './cached-content.ts'

test('a query repeated within half a minute is sent once', async () => {
  let now = 0
  const fetch = vi.fn(async (path: string) => path)
  const content = cachedContent(fetch, () => now)
  expect(await content('/news', { limit: 1 })).toBe('/news')
  now = 30_000
  await content('/news', { limit: 1 })
  expect(fetch).toHaveBeenCalledTimes(1)
  await content('/news', { limit: 2 })
  expect(fetch).toHaveBeenCalledTimes(2)
  now = 30_001
  await content('/news', { limit: 1 })
  expect(fetch).toHaveBeenCalledTimes(3)
})

test('a failure is not kept', async () => {
  const fetch = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce('up')
  const content = cachedContent(fetch)
  await expect(content('/news', {})).rejects.toThrow('down')
  expect(await content('/news', {})).toBe('up')
})
