import { addAbortListener, EventEmitter } from 'node:events'
import type { Writable } from 'node:stream'
import { dayIn } from '#shared/calendar.ts'
import type { FormAnswer, PageResponse } from '#shared/render.ts'
import { publicSiteOf } from '#shared/site.ts'
import type { AppContext } from '../context.ts'
import type { OrderAccess } from '../orders/access.ts'
import { within } from '../within.ts'
import { type PageHeaders, type PagePolicy, pageHeaders } from './page-headers.ts'

/** A page whose shell is rendered: its status and headers are known, its body may still be coming. */
export type RenderedPage = {
  status: number
  headers: PageHeaders
  body: PageBody
  /** All bytes; null when the page broke off, or when a part or its prices are missing. */
  whole: Promise<Buffer | null>
}

/** Path and query, the orders that the visitor may open, and the answer to a post of the page's form. */
type Wanted = { address: string; policy: PagePolicy; access?: OrderAccess; answer?: FormAnswer }

/**
 * Renders one page: asks content and prices in process, and resolves with its shell.
 * Rejects when not even an error page could be rendered, or when `signal` aborted before the shell.
 */
export async function renderPage(
  ctx: AppContext,
  { address, policy, access = {}, answer }: Wanted,
  signal: AbortSignal,
): Promise<RenderedPage> {
  const { config, services, ssr, log } = ctx
  const { renderPage: render } = await ssr.load()
  const { site, releases } = ctx.library.typed
  const [{ version, date }] = releases
  const url = new URL(address, config.siteUrl)
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
    pricing: within(config.preloadTimeoutMs, services.pricing()).then((pricing) => {
      complete &&= pricing !== null
      return pricing
    }),
    services: {
      content: services.content,
      order: (id) => services.order(id, access),
      mine: () => services.mine(access),
    },
    answer,
    assetsFor: ssr.assetsFor,
    onError(error) {
      complete = false
      // The query may carry the token of an order or of a sign-in.
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

/** Has React write a page until `signal` says that nobody waits for it. */
export function writeBody(page: Page, signal: AbortSignal): PageBody {
  const body = new PageBody()
  page.pipe(body)
  // Most pages are written at once. A listener would keep all that they were made from.
  if (body.bytes) return body
  const listening = addAbortListener(signal, () => {
    page.abort(signal.reason)
    body.destroy()
  })
  body.whole.then(() => listening[Symbol.dispose]())
  return body
}

/**
 * The HTML of one page while React writes it. Every reader is sent what there is at once, and the rest as it comes.
 * A slow reader isn't waited for: a page is small, and all readers share its bytes.
 * A stream of Node's would end a tick later, and keep all that the page was made from until then: a sixth more CPU.
 */
export class PageBody extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true
  #chunks: Uint8Array[] = []
  #readers = new Set<Reader>()
  #bytes: Buffer | null = null
  #isBroken = false
  #end = Promise.withResolvers<Buffer | null>()

  /** All of it, once React has written the end. */
  get bytes(): Buffer | null {
    return this.#bytes
  }

  /** The same as a promise; null when the page broke off. */
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

  /** React calls this when it has written all that it has. */
  flush(): void {
    for (const reader of this.#readers) reader.flush?.()
  }

  end(): this {
    this.#bytes = Buffer.concat(this.#chunks)
    this.#end.resolve(this.#bytes)
    for (const reader of this.#readers) reader.end()
    return this
  }

  /** Half a page is no page. */
  destroy(): void {
    if (this.#bytes || this.#isBroken) return
    this.#isBroken = true
    this.#end.resolve(null)
    for (const reader of this.#readers) reader.destroy()
    this.emit('close')
  }
}
