import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AppContext } from '../context.ts'
import { acceptedEncodings } from '../middleware/accepted-encodings.ts'
import { writeMadeHead } from './made-head.ts'
import { freshMs, type PageCache } from './page-cache.ts'
import { createPageKey } from './page-key.ts'
import { startRendering } from './rendering.ts'
import { createRevision } from './revision.ts'
import type { Coded, StoredPage } from './stored-page.ts'

/** One hit in so many has a line in the log. */
const logEvery = 1_000

/** A renewal that failed is tried again after this long, and one that hangs is given up. */
const retryMs = 5_000
const renewalMs = 30_000

/**
 * Answers with stored pages itself, and leaves everything else to the app: a hit never walks through its routers. Having
 * no line in the log, it has no id either.
 */
export function storedPagesFirst(ctx: AppContext, app: RequestListener): RequestListener {
  const { pageCache } = ctx
  if (!pageCache) return app
  const sendStored = createSender(ctx, pageCache)
  return (req, res) => {
    if (!sendStored(req, res)) app(req, res)
  }
}

function createSender(ctx: AppContext, cache: PageCache) {
  const { readiness, log, clock } = ctx
  const { counters } = cache
  const keyOf = createPageKey(ctx.ssr.storablePages)
  const revision = createRevision(ctx)

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const { method, url = '', headers } = req
    if (method !== 'GET' && method !== 'HEAD') return false
    const key = keyOf(url)
    const page = key === null ? undefined : cache.find(key, revision())
    if (!key || !page) return false
    const coded = choose(page, headers['accept-encoding'])
    if (!coded) return false

    const now = clock().getTime()
    const unchanged = isUnchanged(headers['if-none-match'], coded.etag)
    if (readiness.shuttingDown) res.shouldKeepAlive = false
    if (unchanged) res.writeHead(304, coded.notModified)
    else writeMadeHead(req, res, coded, now)
    if (unchanged || method === 'HEAD') res.end()
    else res.end(coded.body, 'latin1')

    if (counters.hits++ % logEvery === 0) {
      log.info({ method, path: key, status: res.statusCode, oneOf: logEvery }, 'stored page')
    }
    // A time too far ahead was set before the clock was put back.
    if (now >= page.freshUntil || page.freshUntil - now > freshMs) renew(key, page)
    return true
  }

  /** Meanwhile, and when it fails, visitors are served what there is. */
  function renew(key: string, page: StoredPage): void {
    counters.stale++
    if (cache.renderings.has(key)) return
    page.freshUntil = clock().getTime() + retryMs
    const rendering = startRendering({ ctx, cache, key, revision: page.revision })
    rendering.keepWith(page.headers)
    const timer = setTimeout(rendering.abort, renewalMs).unref()
    rendering.stored.then((stored) => {
      clearTimeout(timer)
      if (!stored) log.warn({ path: key }, 'page could not be renewed')
    })
  }
}

function choose({ codings }: StoredPage, acceptEncoding: string | undefined): Coded | undefined {
  for (const encoding of acceptedEncodings(acceptEncoding)) {
    const coded = codings[encoding]
    if (coded) return coded
  }
  return undefined
}

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2): proxies that change a coding weaken the ETag. */
function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
