import { Router } from 'express'
import { z } from 'zod'
import { type Day, documentDay } from '#shared/calendar/calendar.ts'
import type { SitePage } from '#shared/pages/render.ts'
import { latestForAll } from '#shared/releases/offered-to.ts'
import { feedRoutes, routes } from '#shared/routes/routes.ts'
import type { AppContext, Clock } from '../../context.ts'
import { plain } from '../../web/endpoint.ts'
import { textOf } from '../../web/openapi/description.ts'
import type { Library } from '../library.ts'
import { changeDates } from './entries.ts'
import { robots } from './robots.ts'
import { securityTxt } from './security-txt.ts'
import type { SitemapEntry } from './sitemap.ts'
import { webManifest } from './web-manifest.ts'

type Context = Clock & Pick<AppContext, 'config' | 'library' | 'ssr'>

const { sitemap, robots: robotsTxt, news, newsJson, manifest, security } = feedRoutes

/** The first request for a feed loads its XML or HTML writer. */
const files = [
  file(sitemap, 'application/xml', 'Every page that may be indexed', async ({ config, library, ssr }) => {
    const [{ sitemap }, { pages }] = await Promise.all([import('./sitemap.ts'), ssr.load()])
    return sitemap(config.siteUrl, sitemapEntries(pages, library))
  }),
  file(robotsTxt, 'text/plain', 'What crawlers may fetch', ({ config }) => robots(config.siteUrl)),
  file(news, 'application/atom+xml', 'The news as an Atom feed', async ({ config, library }) => {
    const [{ atom }, { newsFeed }] = await Promise.all([import('./atom.ts'), import('./feed.ts')])
    return atom(await newsFeed(library, config.siteUrl, news))
  }),
  file(newsJson, 'application/feed+json', 'The news as a JSON feed', async ({ config, library }) => {
    const [{ jsonFeed }, { newsFeed }] = await Promise.all([import('./json-feed.ts'), import('./feed.ts')])
    return json(jsonFeed(await newsFeed(library, config.siteUrl, newsJson)))
  }),
  file(manifest, 'application/manifest+json', 'The web application manifest', ({ library }) =>
    json(webManifest(library.typed.site)),
  ),
  file(security, 'text/plain', 'Whom to tell of a weakness (RFC 9116)', ({ config, library, clock }) =>
    securityTxt(config.siteUrl, library.typed.site.company.email, clock()),
  ),
]

export const feedsApi = files.map(({ described }) => described)

/** Other methods get the same answers as for pages. */
export function createRouter(ctx: Context): Router {
  const router = Router()
  for (const { path, type, write } of files) {
    router.get(path, async (_req, res) => {
      res
        .set('Cache-Control', 'public, max-age=300')
        .type(type)
        .send(await write(ctx))
    })
  }
  return router
}

function file(
  path: string,
  type: string,
  summary: string,
  write: (ctx: Context) => string | Promise<string>,
) {
  const content = type.endsWith('json') ? { [type]: z.looseObject({}) } : textOf(type)
  const described = plain('get', path, { summary, answers: { 200: { description: 'The file.', content } } })
  return { path, type, write, described }
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function sitemapEntries(pages: readonly SitePage[], library: Library): SitemapEntry[] {
  const { timeZone } = library.typed.site.company
  const documents = changeDates(library).map(({ path, updated }) => ({
    path,
    updated: documentDay(timeZone, updated),
  }))
  const below = (folder: string) => documents.filter(({ path }) => path.startsWith(`${folder}/`))
  const latestNews = below(routes.news).map(({ updated }) => updated)
  const { date: released } = latestForAll(library.typed.releases)
  const lastChanges: Record<string, Day | undefined> = {
    ...Object.fromEntries(documents.map(({ path, updated }) => [path, updated])),
    [routes.home]: released,
    [routes.downloads]: released,
    [routes.whatsNew]: released,
    [routes.news]: latestNews.toSorted().at(-1),
  }
  return pages
    .filter(({ index }) => index)
    .flatMap(({ path }) => {
      if (path.endsWith('/*')) return below(path.slice(0, -'/*'.length))
      const updated = lastChanges[path]
      return [{ path, ...(updated && { updated }) }]
    })
}
