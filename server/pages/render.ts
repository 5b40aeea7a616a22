import { finished } from 'node:stream/promises'
import type { FormAnswer, PageResponse } from '#shared/render.ts'
import type { AppContext } from '../context.ts'
import { dayIn } from '../day-in.ts'
import type { OrderAccess } from '../orders/access.ts'
import { within } from '../within.ts'
import { PageBody, writeBody } from './page-body.ts'
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
      site,
      config: ctx.publicConfig,
      year: Number(dayIn(site.company.timeZone, ctx.clock()).slice(0, 4)),
      latestRelease: { version, date },
    },
    pricing: within(config.preloadTimeoutMs, services.pricing()).then((pricing) => {
      complete &&= pricing !== null
      return pricing
    }),
    services: { content: services.content, order: (id) => services.order(id, access) },
    answer,
    assetsFor: ssr.assetsFor,
    onError(error) {
      complete = false
      // The query may carry an order's token.
      log.error({ err: error, path: url.pathname }, 'page failed')
    },
  })
  const security = ctx.securityHeaders(url.pathname)
  if (page.kind === 'redirect') return redirect(page, security)
  const body = writeBody(page, signal)
  const whole = finished(body).then(
    () => (complete ? body.bytes : null),
    () => null,
  )
  const headers = pageHeaders(page, page.personal ? 'personal' : policy, security)
  return { status: page.status, headers, body, whole }
}

type Redirect = Extract<PageResponse, { kind: 'redirect' }>

function redirect({ status, location }: Redirect, security: PageHeaders): RenderedPage {
  const headers = new Map([...security, ['Location', location], ['Cache-Control', 'no-store']])
  return { status, headers, body: new PageBody().end(), whole: Promise.resolve(null) }
}
