import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { AppContext } from '../../context.ts'
import { createLineLog } from '../../testing/support/test-app.ts'
import { createPageKey, createPageStore, freshMs } from './page-store.ts'

const everyEncoding = ['br', 'gzip', 'identity'] as const

test('holds the plain bytes at once, and compresses them into encodings with an ETag of their own', async () => {
  const text = '<p>It’s “Grüße”</p>'.repeat(100)
  const { store, render } = openStore({ textOf: () => text })
  await render('/')
  expect(store.find('/', ['br', 'gzip'])).toBeUndefined()
  expect(store.find('/', everyEncoding)?.headers).not.toContain('Content-Encoding')

  await store.settled()
  const [br, gzip, identity] = everyEncoding.map((encoding) => store.find('/', [encoding]))
  expect(String(identity?.body)).toBe(text)
  expect(String(gunzipSync(gzip?.body ?? ''))).toBe(text)
  expect(String(brotliDecompressSync(br?.body ?? ''))).toBe(text)
  expect(new Set([identity?.etag, gzip?.etag, br?.etag]).size).toBe(3)
  for (const page of [identity, gzip, br]) {
    expect(page?.etag).toMatch(/^"[^"]+"$/)
    expect(page?.headers.join()).toContain(`Content-Length,${page?.body.length}`)
    expect(page?.notModified).not.toContain('Content-Type')
  }
})

test('a page that can’t be compressed stays plain, and the log says why', async () => {
  const { store, render, logged } = openStore({ encode: () => Promise.reject(new Error('no memory')) })
  await render('/')
  await store.settled()
  expect(store.find('/', ['br', 'gzip'])).toBeUndefined()
  expect(store.find('/', everyEncoding)).toBeDefined()
  expect(logged).toMatchObject([{ level: 'warn', path: '/', err: { message: 'no memory' } }])
})

test('a page of another revision is gone', async () => {
  const { store, render, state } = openStore()
  await render('/')
  state.content = '2'
  expect(store.find('/', everyEncoding)).toBeUndefined()
  state.content = '1'
  expect(store.find('/', everyEncoding)).toBeUndefined()
  expect(store.counters().bytes).toBe(0)
})

test('evicts the least recently used pages beyond its size', async () => {
  const { store, render } = openStore({ textOf: (path) => path.padEnd(4_000, 'x'), maxBytes: 40_000 })
  for (let index = 0; index < 20; index++) {
    store.find('/0', everyEncoding)
    await render(`/${index}`)
    expect(store.counters().bytes).toBeLessThanOrEqual(40_000)
  }
  await store.settled()
  expect(store.counters().bytes).toBeLessThanOrEqual(40_000)
  expect(store.counters().pages).toBeLessThan(10)
  expect(store.find('/0', everyEncoding)).toBeDefined()
  expect(store.find('/19', everyEncoding)).toBeDefined()
  expect(store.find('/1', everyEncoding)).toBeUndefined()
})

test('the same page rendered again stays as it is, encodings too, and is fresh again', async () => {
  const { store, render, state } = openStore()
  await render('/')
  await store.settled()
  const before = store.find('/', ['br'])
  state.now += freshMs
  await render('/')
  expect(store.find('/', ['br'])).toBe(before)
  expect(store.counters().stale).toBe(0)
})

test('a page that is compressed too late doesn’t replace a newer one', async () => {
  let text = 'old'
  const { store, render, state } = openStore({ textOf: () => text })
  await render('/')
  text = 'new'
  state.content = '2'
  await render('/')
  await store.settled()
  expect(String(store.find('/', ['identity'])?.body)).toBe('new')
  expect(String(brotliDecompressSync(store.find('/', ['br'])?.body ?? ''))).toBe('new')
})

test('a page with a time too far ahead, from before the clock moved back, is renewed', async () => {
  const { store, render, state } = openStore()
  await render('/')
  await store.settled()
  state.now -= 3_600_000
  store.find('/', everyEncoding)
  expect(store.counters().stale).toBe(1)
  await store.settled()
  store.find('/', everyEncoding)
  expect(store.counters().stale).toBe(1)
})

const keyOf = createPageKey([
  { path: '/', query: {} },
  { path: '/news', query: { page: /^[1-9]\d{0,3}$/, q: /^$/ } },
  { path: '/news/*', query: {} },
])

test.each([
  ['/', '/'],
  ['/?utm_source=x&page=2', '/'],
  ['/news?page=2', '/news?page=2'],
  ['/news?utm_source=x&page=2&page=3', '/news?page=2'],
  ['/news/one', '/news/one'],
  ['/news/2026/one.two', '/news/2026/one.two'],
  ['/news/caf%C3%A9', '/news/caf%C3%A9'],
])('%s is stored as %s', (address, stored) => {
  expect(keyOf(address)).toBe(stored)
})

test.each([
  ['/shop/completed'],
  ['/news/'],
  ['/news?q=lens'],
  ['/news?page=01'],
  ['/news?page=1e0'],
  ['/news/o%6Ee'],
  ['/news/caf%c3%a9'],
  ['/news/../pricing'],
  ['/news/%2e%2e/pricing'],
  ['/news//one'],
  ['//news'],
  ['/News'],
  ['http://localhost/news'],
  ['*'],
])('%s is not stored', (address) => {
  expect(keyOf(address)).toBeNull()
})

/** Pages are the texts of their addresses. */
function openStore({
  textOf = (path: string) => path,
  ...options
}: {
  textOf?: (path: string) => string
  maxBytes?: number
  encode?: () => Promise<Buffer>
} = {}) {
  const state = { now: Date.parse('2026-06-01T00:00:00Z'), content: '1' }
  const renderPage = async ({ url }: { url: URL }) => ({
    kind: 'page',
    status: 200,
    personal: false,
    assets: {
      scripts: [],
      styles: [],
      inlineStyle: null,
      lateStyles: [],
      pageFiles: null,
      fonts: [],
      modules: [],
    },
    pipe(to: NodeJS.WritableStream) {
      to.write(textOf(url.pathname))
      to.end()
    },
    abort: () => {},
  })
  const { log, logged } = createLineLog()
  const ctx = {
    clock: () => new Date(state.now),
    log,
    config: { siteUrl: 'http://localhost', preloadTimeoutMs: 100 },
    library: {
      store: {
        get revision() {
          return state.content
        },
      },
      typed: {
        site: { company: { country: 'AU', timeZone: 'Australia/Sydney' } },
        pricing: { version: '1' },
        releases: [{ version: '1.0.0', date: '2026-01-01' }],
      },
    },
    services: { pricing: async () => ({}) },
    ssr: {
      storablePages: [
        { path: '/', query: {} },
        { path: '/*', query: {} },
      ],
      load: async () => ({ renderPage }),
    },
    securityHeaders: () => new Map(),
  } as unknown as AppContext
  const store = createPageStore(ctx, options)
  return {
    state,
    store,
    logged,
    /** Resolves when the page is stored. */
    async render(path: string) {
      const page = await store.render(path)?.page
      await page?.whole
    },
  }
}
