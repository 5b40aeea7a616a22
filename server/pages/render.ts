import type { IncomingHttpHeaders } from 'node:http'
import type { FormAnswer, PageResponse } from '#shared/render.ts'
import { type AppContext, publicConfigOf } from '../context.ts'
import { preload } from './preload.ts'

/**
 * Renders one page in process.
 * @param url path and query, as asked for
 * @param options.headers what the visitor's browser sent, for pages that are theirs alone
 * @param options.answer when it answers a post of its form
 */
export async function renderPage(
  ctx: AppContext,
  url: string,
  signal: AbortSignal,
  { headers = {}, answer }: { headers?: IncomingHttpHeaders; answer?: FormAnswer } = {},
): Promise<PageResponse> {
  const { renderPage: render } = await ctx.ssr.load()
  const { site, releases } = ctx.library.typed
  const [{ version, date }] = releases
  return render({
    url: new URL(url, ctx.config.siteUrl).href,
    signal,
    state: {
      site,
      config: publicConfigOf(ctx),
      year: yearIn(site.company.timeZone, ctx.clock()),
      latestRelease: { version, date },
    },
    pricing: preload(ctx.services.pricing(), ctx.config.preloadTimeoutMs),
    services: {
      content: ctx.services.content,
      order: (id) => ctx.services.order(id, headers),
    },
    answer,
    assetsFor: ctx.ssr.assetsFor,
    onError: (error) => ctx.log.error({ err: error, url }, 'page failed'),
  })
}

/** New Year comes when it comes to the company, wherever the server stands. */
function yearIn(timeZone: string, now: Date): number {
  return Number(new Intl.DateTimeFormat('en-AU', { timeZone, year: 'numeric' }).format(now))
}
