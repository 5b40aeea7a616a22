import type { FormAnswer, PageResponse } from '#shared/render.ts'
import { type AppContext, publicConfigOf } from '../context.ts'
import type { OrderAccess } from '../orders/access.ts'
import { preload } from './preload.ts'

type Options = {
  access?: OrderAccess
  answer?: FormAnswer | undefined
  onFlaw?: () => void
}

/**
 * Renders one page in process.
 * @param url path and query, as asked for
 * @param options.access what the visitor may open, for pages that are theirs alone
 * @param options.answer when it answers a post of its form
 * @param options.onFlaw told when something of it is missing: prices that weren't there in time, or a part that failed
 */
export async function renderPage(
  ctx: AppContext,
  url: string,
  signal: AbortSignal,
  { access = {}, answer, onFlaw = () => {} }: Options = {},
): Promise<PageResponse> {
  const { renderPage: render } = await ctx.ssr.load()
  const { site, releases } = ctx.library.typed
  const [{ version, date }] = releases
  return render({
    url: new URL(url, ctx.config.siteUrl),
    signal,
    state: {
      site,
      config: publicConfigOf(ctx),
      year: ctx.calendar(site.company.timeZone).year,
      latestRelease: { version, date },
    },
    pricing: prices(ctx, onFlaw),
    services: {
      content: ctx.services.content,
      order: (id) => ctx.services.order(id, access),
    },
    answer,
    assetsFor: ctx.ssr.assetsFor,
    onError(error) {
      onFlaw()
      ctx.log.error({ err: error, path: withoutQuery(url) }, 'page failed')
    },
  })
}

/** A query may carry an order's token. */
function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, '')
}

async function prices({ services, config }: AppContext, onFlaw: () => void) {
  const pricing = await preload(services.pricing(), config.preloadTimeoutMs)
  if (!pricing) onFlaw()
  return pricing
}
