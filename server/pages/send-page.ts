import type { Request, Response } from 'express'
import type { PageAssets } from '#shared/render.ts'
import type { AppContext } from '../context.ts'
import { accessOf } from '../orders/access.ts'
import type { PageCache } from './page-cache.ts'
import { createPageKey } from './page-key.ts'
import { record } from './recording.ts'
import { renderPage } from './render.ts'
import { type RenderedPage, startRendering } from './rendering.ts'
import { createRevision } from './revision.ts'
import { visitOf } from './visit.ts'

const cacheControl = {
  /** Browsers ask each time whether it's still the same; a CDN may serve it for a minute, and be late by ten. */
  shared: 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
  /** The same for everyone, but too many to keep: searches. */
  passing: 'no-cache',
  /** One visitor's own. */
  personal: 'private, no-store',
  /** What is wrong now may be right soon. */
  failed: 'no-store',
} as const

/** Of one request alone, not of the page. */
const perAnswer = new Set(['x-request-id', 'connection', 'date'])

/** Renders a page for one visitor, who may leave before it's done. */
export async function sendOwn(ctx: AppContext, req: Request, res: Response): Promise<void> {
  const visit = visitOf(res)
  const address = pageAddress(req.originalUrl)
  const page = await renderPage(ctx, address, visit.signal, { access: accessOf(req) }).catch((error) => {
    if (!visit.signal.aborted) throw error
  })
  if (!page) return
  if (page.kind === 'redirect') return void res.redirect(page.status, page.location)
  setPageHeaders(res, page, page.personal ? 'personal' : 'passing')
  if (req.method !== 'HEAD') return record(page, visit.signal).sendTo(res)
  visit.abort()
  page.abort(visit.signal.reason)
  res.end()
}

/** Renders a page for all who ask for it meanwhile, and has it stored. Null for an address that isn't stored. */
export function createSharedSender(ctx: AppContext, cache: PageCache) {
  const keyOf = createPageKey(ctx.ssr.storablePages)
  const revisionNow = createRevision(ctx)

  return (req: Request, res: Response): Promise<void> | null => {
    const key = keyOf(req.originalUrl)
    if (key === null) return null
    cache.counters.misses++
    const revision = revisionNow()
    const underWay = cache.renderings.get(key)
    const rendering =
      underWay?.revision === revision ? underWay : startRendering({ ctx, cache, key, revision })
    const { leave } = rendering.join()
    res.on('close', () => {
      // HEAD has its answer with the shell, and stays until the page is whole: the next one finds it stored.
      if (req.method === 'HEAD' && res.writableFinished) rendering.stored.then(leave)
      else leave()
    })
    return rendering.page.then(
      (page) => send(req, res, page, rendering.keepWith),
      (error) => {
        if (!res.destroyed) throw error
      },
    )
  }
}

function send(
  req: Request,
  res: Response,
  page: RenderedPage,
  keepWith: (headers: readonly string[]) => void,
): void {
  if (page.kind === 'redirect') return void res.redirect(page.status, page.location)
  setPageHeaders(res, page, 'shared')
  if (!res.hasHeader('Set-Cookie')) keepWith(headersOf(res))
  if (req.method === 'HEAD') return void res.end()
  page.recording.sendTo(res)
}

type Head = { status: number; assets: PageAssets }

function setPageHeaders(res: Response, { status, assets }: Head, policy: keyof typeof cacheControl): void {
  res
    .status(status)
    .vary('Accept-Encoding')
    // Express would look the type up each time.
    .setHeader('Content-Type', 'text/html; charset=utf-8')
    .setHeader('Cache-Control', cacheControl[status === 200 || policy === 'personal' ? policy : 'failed'])
    .setHeader('Link', preloads(assets))
  if (status === 503) res.set('Retry-After', '5')
}

/**
 * What the page needs first. Browsers learn it from the page as soon; a CDN makes `103 Early Hints` of it, which many
 * HTTP/1.1 proxies in front of this server would not pass on.
 */
function preloads({ styles, fonts, scripts }: PageAssets): string {
  return [
    ...styles.map((file) => `<${file}>; rel=preload; as=style`),
    ...fonts.map((file) => `<${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
    ...scripts.map((file) => `<${file}>; rel=modulepreload`),
  ].join(', ')
}

/** All that has been set so far, as a flat list of names and values. */
function headersOf(res: Response): string[] {
  return res
    .getHeaderNames()
    .filter((name) => !perAnswer.has(name))
    .flatMap((name) => [res.getHeader(name)].flat().flatMap((value) => [name, String(value)]))
}

/** Path and query, made safe to resolve against our origin; a malformed escape is an address that doesn't exist. */
function pageAddress(originalUrl: string): string {
  const address = originalUrl.replace(/^[/\\]+/, '/')
  try {
    decodeURIComponent(address)
    return address
  } catch {
    return address.replaceAll('%', '%25')
  }
}
