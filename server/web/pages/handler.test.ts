import { once } from 'node:events'
import { Agent, createServer, get, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import type { PageRequest, PageResponse } from '#shared/pages/render.ts'
import { routes } from '#shared/routes/routes.ts'
import type { AppContext } from '../../context.ts'
import type { Log } from '../../runtime/log.ts'
import { createLineLog, createTestApp } from '../../testing/support/test-app.ts'
import { freshMs } from './page-store.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test('a page is rendered once, and then sent in the coding that is asked for', async () => {
  const site = await openSite()
  const first = await site.get('/', { 'accept-encoding': 'identity' })
  await site.settled()
  expect(site.renderings()).toBe(1)

  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
  const etags = new Set<unknown>()
  for (const encoding of ['br', 'gzip', 'identity'] as const) {
    const answer = await site.get('/', { 'accept-encoding': encoding })
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding)
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
    expect(answer.headers.vary).toBe('Accept-Encoding')
    expect(String(decoders[encoding](answer.body))).toBe(String(first.body))
    etags.add(answer.headers.etag)
  }
  expect(etags.size).toBe(3)
  expect((await site.get('/', { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe(
    'gzip',
  )
  expect(site.renderings()).toBe(1)
  expect(site.counters()).toMatchObject({ hits: 4, misses: 1, stale: 0 })
})

test('a page that the browser has already is a 304, even if it came before its encodings', async () => {
  const site = await openSite()
  const { etag: first } = (await site.get('/', { 'accept-encoding': 'br' })).headers
  expect(first).toMatch(/^W\/"[^"]+"$/)
  await site.settled()
  const { headers } = await site.get('/', { 'accept-encoding': 'br' })
  const etag = String(headers.etag)
  for (const [known, told] of [
    ...[String(first), etag, `W/${etag}`].map((each) => [each, each] as const),
    ...[`"other", ${etag}`, '*'].map((each) => [each, etag] as const),
  ]) {
    const answer = await site.get('/', { 'accept-encoding': 'br', 'if-none-match': known })
    expect(answer.status).toBe(304)
    expect(answer.body).toHaveLength(0)
    expect(answer.headers).toMatchObject({ etag: told, vary: 'Accept-Encoding' })
    expect(answer.headers).not.toHaveProperty('content-type')
  }
  expect((await site.get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200)
})

test('HEAD says of a stored page what GET does', async () => {
  const site = await openSite()
  expect((await site.get('/', {}, 'HEAD')).status).toBe(200)
  await site.get('/')
  const whole = await site.get('/')
  const head = await site.get('/', {}, 'HEAD')
  expect(head.body).toHaveLength(0)
  expect(ofPage(head.headers)).toEqual(ofPage(whole.headers))
  expect(head.headers['content-length']).toBe(whole.headers['content-length'])
})

test('HEAD stores the page, so the next HEAD gets its ETag', async () => {
  const rest = Promise.withResolvers<void>()
  const site = await openSite({
    render: (render) => async (request) => {
      const page = (await render(request)) as PageResponse
      if (page.kind === 'redirect') return page
      const pipe: typeof page.pipe = (to) => void rest.promise.then(() => page.pipe(to))
      return { ...page, pipe }
    },
  })
  expect((await site.get('/', {}, 'HEAD')).headers.etag).toBeUndefined()
  rest.resolve()
  await vi.waitFor(() => expect(site.counters().pages).toBe(1), 60_000)
  const head = await site.get('/', {}, 'HEAD')
  expect(head.headers.etag).toMatch(/^"[^"]+"$/)
  expect(site.renderings()).toBe(1)
  expect((await site.get('/')).headers.etag).toBeDefined()
})

test('a hit has the headers of a miss, and an id of its own', async () => {
  const site = await openSite()
  const [miss, hit, next] = [await site.get('/'), await site.get('/'), await site.get('/')]
  const { etag, 'content-length': length, ...shared } = ofPage(hit.headers)
  expect(length).toEqual(expect.any(String))
  expect({ ...shared, etag: `W/${etag}` }).toEqual(ofPage(miss.headers))
  expect(shared).toHaveProperty('content-security-policy')
  const ids = [miss, hit, next].map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(3)
  expect(ids).not.toContain(undefined)
})

test('a page has the same headers whenever it is rendered', async () => {
  let now = Date.parse('2026-06-01T00:00:00Z')
  let renderings = 0
  const renewal = Promise.withResolvers<void>()
  const site = await openSite({
    clock: () => new Date(now),
    render: (render) => async (page) => {
      if (renderings++ > 0) await renewal.promise
      return render(page)
    },
  })
  await site.get('/')
  await site.settled()
  const { headers } = await site.get('/')
  now += freshMs
  await site.get('/')
  renewal.resolve()
  await site.settled()
  expect(renderings).toBe(2)
  expect(ofPage((await site.get('/')).headers)).toEqual(ofPage(headers))
})

test('stored pages have one line in the log for a thousand, and each its own where LOG_LEVEL is debug', async () => {
  const linesOf = async (level: 'info' | 'debug') => {
    const { log, logged } = createLineLog(level)
    const site = await openSite({ log })
    for (let count = 0; count < 20; count++) await site.get('/')
    return vi.waitFor(() => {
      const lines = logged.filter(({ msg }) => msg === 'request')
      expect(lines.length).toBeGreaterThan(1)
      return lines
    }, 60_000)
  }
  const [miss, hit, ...others] = await linesOf('info')
  expect(others).toEqual([])
  expect(hit).toEqual({
    ...miss,
    time: hit?.time,
    requestId: hit?.requestId,
    ms: hit?.ms,
    storedPages: 1_000,
  })
  expect(hit?.requestId).toEqual(expect.any(String))
  expect((await linesOf('debug')).length).toBeGreaterThan(2)
})

test('an address that may be a file is looked for among the files first', async () => {
  const site = await openSite()
  expect((await site.get('/news/feed.xml')).headers['content-type']).toContain('xml')
  await site.get('/news/version-2.3')
  expect(site.counters().misses).toBe(1)
})

test('concurrent visitors share one rendering', async () => {
  const gate = Promise.withResolvers<void>()
  const site = await openSite({
    change: (ctx) => ({
      ...ctx,
      services: {
        ...ctx.services,
        content: async (...query) => {
          await gate.promise
          return ctx.services.content(...query)
        },
      },
    }),
  })
  const answers = Array.from({ length: 20 }, (_, index) =>
    site.get(index % 2 ? '/news' : '/news?utm_source=x'),
  )
  await vi.waitFor(() => expect(site.counters().misses).toBe(20), 60_000)
  gate.resolve()
  const bodies = (await Promise.all(answers)).map(({ body }) => String(body))
  expect(new Set(bodies).size).toBe(1)
  expect(bodies[0]).toMatch(/<\/html>$/)
  expect(site.renderings()).toBe(1)
})

test('a rendering outlives a visitor who leaves, and ends with the last one', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const signals: AbortSignal[] = []
  const site = await openSite({
    render: (render) => async (request) => {
      await gates[signals.push(request.signal) - 1]?.promise
      return render(request)
    },
  })
  const leaving = new AbortController()
  const left = site.get('/', {}, 'GET', leaving.signal).catch(() => 'left')
  const staying = site.get('/')
  await vi.waitFor(() => expect(site.counters().misses).toBe(2), 60_000)
  leaving.abort()
  expect(await left).toBe('left')
  gates[0]?.resolve()
  expect((await staying).status).toBe(200)

  const last = new AbortController()
  const alone = site.get('/pricing', {}, 'GET', last.signal).catch(() => 'left')
  await vi.waitFor(() => expect(signals).toHaveLength(2), 60_000)
  last.abort()
  await alone
  await vi.waitFor(() => expect(signals[1]?.aborted).toBe(true), 60_000)
  expect(signals[0]?.aborted).toBe(false)
})

test('a stale page is served while one request renews it, and goes on being served when that fails', async () => {
  let now = Date.parse('2026-06-01T00:00:00Z')
  let fail = false
  const site = await openSite({
    clock: () => new Date(now),
    change: (ctx) => ({
      ...ctx,
      services: {
        ...ctx.services,
        content: (...query) => (fail ? Promise.reject(new Error('gone')) : ctx.services.content(...query)),
      },
    }),
  })
  const { body } = await site.get('/')
  now += freshMs
  fail = true
  for (let count = 0; count < 5; count++) {
    const stale = await site.get('/')
    expect([stale.status, String(stale.body)]).toEqual([200, String(body)])
  }
  await vi.waitFor(
    () => expect(site.logged.map(({ msg }) => msg)).toContain('page could not be renewed'),
    60_000,
  )
  expect(site.renderings()).toBe(2)
  expect(site.counters().stale).toBeGreaterThan(0)

  fail = false
  now += 10_000
  await site.get('/')
  await vi.waitFor(() => expect(site.renderings()).toBe(3), 60_000)
  await vi.waitFor(async () => {
    const { stale } = site.counters()
    await site.get('/')
    expect(site.counters().stale).toBe(stale)
  }, 60_000)
})

test('another day, other content or other prices are other pages', async () => {
  let now = Date.parse('2026-06-01T00:00:00Z')
  let revision = '1'
  let version = 'a'
  const site = await openSite({
    clock: () => new Date(now),
    change: (ctx) => ({
      ...ctx,
      library: {
        ...ctx.library,
        store: Object.create(ctx.library.store, { revision: { get: () => revision } }),
        get typed() {
          return { ...ctx.library.typed, pricing: { ...ctx.library.typed.pricing, version } }
        },
      },
    }),
  })
  const changes = [
    () => {},
    () => {
      revision = '2'
    },
    () => {
      version = 'b'
    },
    () => {
      now += 24 * 3_600_000
    },
  ]
  for (const [index, change] of changes.entries()) {
    change()
    await site.get('/')
    await site.get('/')
    expect(site.renderings()).toBe(index + 1)
  }
  // Midnight in Sydney, whatever the server's time zone.
  now = Date.parse('2026-06-02T13:59:30Z')
  await site.get('/')
  await site.settled()
  const before = site.renderings()
  now += 29_000
  await site.get('/')
  expect(site.renderings()).toBe(before)
  now += 1_000
  await site.get('/')
  expect(site.renderings()).toBe(before + 1)
})

test.each([
  ['an order', `${routes.completed}?order=ord_1`],
  ['the page that shows orders', routes.completed],
  ['a search', '/news?q=lens'],
  ['a page that isn’t there', '/nowhere'],
  ['an article that isn’t there', '/news/nothing'],
  ['another spelling of an article', '/news/where-to-put-the-reading-lin%65'],
  ['a page beyond the last', '/news?page=999'],
])('%s is not stored', async (_case, path) => {
  const site = await openSite()
  for (let count = 0; count < 2; count++) {
    const answer = await site.get(path)
    expect(answer.headers).not.toHaveProperty('etag')
    expect(answer.headers['cache-control']).toMatch(/no-store|no-cache/)
  }
  expect(site.counters()).toMatchObject({ hits: 0, pages: 0 })
})

test('an order’s page is never cached', async () => {
  const site = await openSite()
  expect((await site.get(`${routes.completed}?order=ord_1`)).headers['cache-control']).toBe(
    'private, no-store',
  )
})

test('a page that failed behind its shell is not stored', async () => {
  const site = await openSite({
    render: (render) => (request) => {
      request.onError(new Error('a part of it failed'))
      return render(request)
    },
  })
  expect((await site.get('/')).status).toBe(200)
  await site.get('/')
  expect(site.counters()).toMatchObject({ hits: 0, misses: 2, pages: 0 })
})

test('where nothing could be rendered, a few lines say so, with the headers of every page', async () => {
  const site = await openSite({ render: () => () => Promise.reject(new Error('the bundle is broken')) })
  for (const path of ['/', '/nowhere']) {
    const { status, headers, body } = await site.get(path)
    expect([path, status]).toEqual([path, 500])
    expect(String(body)).toContain('An error occurred')
    expect(String(body)).not.toContain('the bundle is broken')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
    expect(headers['content-security-policy']).toBeDefined()
    const logged = site.logged.find(({ requestId, err }) => err && requestId === headers['x-request-id'])
    expect(JSON.stringify(logged)).toContain('the bundle is broken')
  }
})

test('a page without its prices is not stored', async () => {
  const site = await openSite({
    environment: { PRELOAD_TIMEOUT_MS: '20' },
    change: (ctx) => ({
      ...ctx,
      services: { ...ctx.services, pricing: () => Promise.reject(new Error('down')) },
    }),
  })
  await site.get(routes.pricing)
  await site.get(routes.pricing)
  expect(site.counters()).toMatchObject({ hits: 0, misses: 2 })
})

test('once a shutdown has begun, a stored page closes its connection too', async () => {
  const site = await openSite()
  await site.get('/')
  expect((await site.get('/')).headers.connection).not.toBe('close')
  site.ctx.readiness.beginShutdown()
  const answer = await site.get('/')
  expect(answer.headers).toMatchObject({ connection: 'close', etag: expect.any(String) })
})

type Render = (request: PageRequest) => Promise<never>
type Options = {
  environment?: NodeJS.ProcessEnv
  clock?: () => Date
  log?: Log
  change?: (ctx: AppContext) => AppContext
  /** Wraps the built pages' renderer. */
  render?: (render: Render) => (request: PageRequest) => unknown
}

async function openSite({ environment, clock, log, change = (ctx) => ctx, render }: Options = {}) {
  const { app, ctx, logged, pageStore } = await createTestApp(environment, {
    ...(log && { log }),
    ...(clock && { clock }),
    change: (made) => {
      const changed = change(made)
      if (!render) return changed
      const load = async () => {
        const bundle = await made.ssr.load()
        return { ...bundle, renderPage: render(bundle.renderPage as Render) as Render }
      }
      return { ...changed, ssr: { ...made.ssr, load } }
    },
  })
  const server = createServer(app)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => closeServer(server), ctx.close)
  return {
    ctx,
    logged,
    counters: pageStore.counters,
    renderings: () => pageStore.counters().renderings,
    settled: pageStore.settled,
    get: (path: string, headers: Record<string, string> = {}, method = 'GET', signal?: AbortSignal) =>
      send(server, { path, headers, method, signal }),
  }
}

const keepAlive = new Agent({ keepAlive: true })

type Asked = {
  path: string
  headers: Record<string, string>
  method: string
  signal: AbortSignal | undefined
}

/** Returns raw bytes as soon as they are complete, without decoding or keep-alive. */
function send(
  server: Server,
  asked: Asked,
): Promise<{ status?: number; headers: IncomingHttpHeaders; body: Buffer }> {
  const { port } = server.address() as AddressInfo
  const options = { ...asked, port, host: '127.0.0.1', agent: keepAlive }
  return new Promise((resolve, reject) => {
    get(options, async (answer) => {
      const body = await buffer(answer).catch(reject)
      if (body) resolve({ status: answer.statusCode as number, headers: answer.headers, body })
    }).on('error', reject)
  })
}

/** Removes Node's own headers, and those that each answer has of its own. */
function ofPage(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { date, connection, 'keep-alive': _time, 'transfer-encoding': _framing, ...own } = headers
  const { 'x-request-id': _id, ...page } = own
  return page
}

async function closeServer(server: Server) {
  server.close()
  server.closeAllConnections()
}
