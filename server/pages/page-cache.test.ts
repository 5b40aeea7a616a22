import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPageCache, freshMs } from './page-cache.ts'
import type { Coded } from './stored-page.ts'

const bytesOf = (coded: Coded | undefined) => Buffer.from(coded?.body ?? '', 'latin1')

const page = (text: string, revision = '1') => ({
  bytes: Buffer.from(text),
  headers: ['content-type', 'text/html; charset=utf-8', 'vary', 'Accept-Encoding'],
  revision,
  madeAt: 1_000,
})

test('keeps the plain bytes at once, and makes every coding with an ETag of its own', async () => {
  const cache = createPageCache()
  const text = '<p>It’s “Grüße”</p>'.repeat(100)
  cache.keep('/', page(text))
  expect(Object.keys(cache.find('/', '1')?.codings ?? {})).toEqual(['identity'])
  await cache.settled()
  const { identity, gzip, br } = cache.find('/', '1')?.codings ?? {}
  expect(String(bytesOf(identity))).toBe(text)
  expect(String(gunzipSync(bytesOf(gzip)))).toBe(text)
  expect(String(brotliDecompressSync(bytesOf(br)))).toBe(text)
  expect(new Set([identity?.etag, gzip?.etag, br?.etag]).size).toBe(3)
  for (const coded of [identity, gzip, br]) {
    expect(coded?.etag).toMatch(/^"[^"]+"$/)
    expect(coded?.headers.slice(-2)).toEqual(['Content-Length', String(coded?.body.length)])
    expect(coded?.notModified).not.toContain('content-type')
  }
})

test('a page made from something else than now is gone', () => {
  const cache = createPageCache()
  cache.keep('/', page('old'))
  expect(cache.find('/', '2')).toBeUndefined()
  expect(cache.find('/', '1')).toBeUndefined()
  expect(cache.counters.bytes).toBe(0)
})

test('holds no more bytes than it may, the longest unused go first', async () => {
  const cache = createPageCache({ maxBytes: 40_000 })
  for (let index = 0; index < 20; index++) {
    cache.find('/0', '1')
    cache.keep(`/${index}`, page(`${index}`.padEnd(4_000, 'x')))
    expect(cache.counters.bytes).toBeLessThanOrEqual(40_000)
  }
  await cache.settled()
  expect(cache.counters.bytes).toBeLessThanOrEqual(40_000)
  expect(cache.counters.pages).toBeLessThan(10)
  expect(cache.find('/0', '1')).toBeDefined()
  expect(cache.find('/19', '1')).toBeDefined()
  expect(cache.find('/1', '1')).toBeUndefined()
})

test('the same page made again keeps its codings, and is fresh again', async () => {
  const cache = createPageCache()
  cache.keep('/', page('same'))
  await cache.settled()
  const before = cache.find('/', '1')
  cache.keep('/', { ...page('same'), madeAt: 9_000 })
  expect(cache.find('/', '1')?.codings).toBe(before?.codings)
  expect(cache.find('/', '1')?.freshUntil).toBe(9_000 + freshMs)
})

test('a coding that is made too late doesn’t replace a newer page', async () => {
  const cache = createPageCache()
  cache.keep('/', page('old'))
  cache.keep('/', page('new', '2'))
  await cache.settled()
  const { identity, br } = cache.find('/', '2')?.codings ?? {}
  expect(identity?.body).toBe('new')
  expect(String(brotliDecompressSync(bytesOf(br)))).toBe('new')
})
