import { addAbortListener, EventEmitter } from 'node:events'
import type { Writable } from 'node:stream'
import { dayIn } from '#shared/calendar/calendar.ts'
import type { DeskService, FormAnswer, PageResponse } from '#shared/pages/render.ts'
import { latestForAll } from '#shared/releases/offered-to.ts'
import { publicSiteOf } from '#shared/seller/site.ts'
import type { AppContext } from '../../context.ts'
import { withTimeout } from '../../runtime/with-timeout.ts'
import type { LinkAccess } from '../http/link-access.ts'
import { type PageHeaders, type PagePolicy, pageHeaders } from './page-headers.ts'

/** Available with the shell, so status and headers are known while the body is still being written. */
export type RenderedPage = {
  status: number
  headers: PageHeaders
  body: PageBody
  /** Null if rendering failed, or a part or its prices are missing. */
  whole: Promise<Buffer | null>
}

type RenderRequest = {
  /** Path and query. */
  address: string
  policy: PagePolicy
  /** Determines which orders the visitor may open. */
  access?: LinkAccess
  /** Set for pages of the desk. */
  desk?: DeskService | undefined
  /** Result of posting the page's form. */
  answer?: FormAnswer
}

/** Resolves with the shell. Rejects if not even an error page could be rendered, or on an early abort. */
export async function renderPage(
  ctx: AppContext,
  { address, policy, access = {}, desk, answer }: RenderRequest,
  signal: AbortSignal,
): Promise<RenderedPage> {
  const { config, services, ssr, log } = ctx
  const { renderPage: render } = await ssr.load()
  const { site, releases } = ctx.library.typed
  const { version, date } = latestForAll(releases)
  const url = new URL(config.siteUrl + address)
  let complete = true
  const page = await render({
    url,
    signal,
    state: {
      site: publicSiteOf(site),
      config: ctx.publicConfig,
      year: Number(dayIn(site.company.timeZone, ctx.clock()).slice(0, 4)),
      latestRelease: { version, date },
    },
    pricing: withTimeout(config.preloadTimeoutMs, services.pricing()).then((pricing) => {
      complete &&= pricing !== null
      return pricing
    }),
    services: {
      content: services.content,
      help: services.help,
      order: (id) => services.order(id, access),
      quote: (id) => services.quote(id, access),
      mine: () => services.mine(access),
      desk,
    },
    answer,
    assetsFor: ssr.assetsFor,
    deskAssets: ssr.deskAssets,
    onError(error) {
      complete = false
      // Logs no query, because it may carry a token of an order or a sign-in.
      log.error({ err: error, path: url.pathname }, 'page failed')
    },
  })
  const security = ctx.securityHeaders(url.pathname)
  if (page.kind === 'redirect') return redirect(page, security)
  const body = writeBody(page, signal)
  const whole = body.whole.then((bytes) => (complete ? bytes : null))
  const headers = pageHeaders(page, page.personal ? 'personal' : policy, security)
  return { status: page.status, headers, body, whole }
}

type Redirect = Extract<PageResponse, { kind: 'redirect' }>

function redirect({ status, location }: Redirect, security: PageHeaders): RenderedPage {
  const headers = new Map([...security, ['Location', location], ['Cache-Control', 'no-store']])
  return { status, headers, body: new PageBody().end(), whole: Promise.resolve(null) }
}

type Page = Pick<Extract<PageResponse, { kind: 'page' }>, 'pipe' | 'abort'>
type Reader = Writable & { flush?: () => void }

export function writeBody(page: Page, signal: AbortSignal): PageBody {
  const body = new PageBody()
  page.pipe(body)
  // Most pages finish synchronously. A listener would retain everything that they were made from.
  if (body.bytes) return body
  const listening = addAbortListener(signal, () => {
    page.abort(signal.reason)
    body.destroy()
  })
  body.whole.then(() => listening[Symbol.dispose]())
  return body
}

/**
 * Never waits for slow readers. A Node stream would end a tick later and retain the page's data: a sixth more
 * CPU.
 */
export class PageBody extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true
  #chunks: Uint8Array[] = []
  #readers = new Set<Reader>()
  #bytes: Buffer | null = null
  #isBroken = false
  #end = Promise.withResolvers<Buffer | null>()

  get bytes(): Buffer | null {
    return this.#bytes
  }

  /** Resolves with null if rendering failed. */
  get whole(): Promise<Buffer | null> {
    return this.#end.promise
  }

  sendTo(reader: Reader): void {
    if (this.#bytes) return void reader.end(this.#bytes)
    if (this.#isBroken) return void reader.destroy()
    for (const chunk of this.#chunks) reader.write(chunk)
    reader.flush?.()
    this.#readers.add(reader)
    reader.on('close', () => this.#readers.delete(reader))
  }

  write(chunk: Uint8Array | string): true {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    this.#chunks.push(bytes)
    for (const reader of this.#readers) reader.write(bytes)
    return true
  }

  flush(): void {
    for (const reader of this.#readers) reader.flush?.()
  }

  end(): this {
    this.#bytes = Buffer.concat(this.#chunks)
    this.#end.resolve(this.#bytes)
    for (const reader of this.#readers) reader.end()
    return this
  }

  /** Drops an incomplete page. */
  destroy(): void {
    if (this.#bytes || this.#isBroken) return
    this.#isBroken = true
    this.#end.resolve(null)
    for (const reader of this.#readers) reader.destroy()
    this.emit('close')
  }
}
