import type { FormAnswer, PageResponse } from '#shared/render.ts'
import { type AppContext, publicConfigOf } from '../context.ts'
import { preload } from './preload.ts'

/**
 * Renders one page in process.
 * @param url path and query, as asked for
 * @param answer when it answers a post of its form
 */
export async function renderPage(
  ctx: AppContext,
  url: string,
  signal: AbortSignal,
  answer?: FormAnswer,
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
    services: { content: ctx.services.content },
    answer,
    assetsFor: ctx.ssr.assetsFor,
    onError: (error) => ctx.log.error({ err: error, path: withoutQuery(url) }, 'page failed'),
  })
}

/** A query may carry an order's token. */
function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, '')
}

/** New Year comes when it comes to the company, wherever the server stands. */
function yearIn(timeZone: string, now: Date): number {
  return Number(new Intl.DateTimeFormat('en-AU', { timeZone, year: 'numeric' }).format(now))
}
