import { Router } from 'express'
import { feedRoutes } from '#shared/routes.ts'
import type { AppContext } from '../context.ts'
import { robots } from './robots.ts'
import { securityTxt } from './security-txt.ts'
import { sitemapEntries } from './sitemap-entries.ts'
import { webManifest } from './web-manifest.ts'

export function createRouter({
  config,
  library,
  clock,
  ssr,
}: Pick<AppContext, 'config' | 'library' | 'clock' | 'ssr'>): Router {
  const { siteUrl } = config
  const router = Router()

  function file(path: string, type: string, write: () => string | Promise<string>) {
    router.get(path, async (_req, res) => {
      res
        .set('Cache-Control', 'public, max-age=300')
        .type(type)
        .send(await write())
    })
  }

  const json = (value: unknown) => JSON.stringify(value, null, 2)
  const { news, newsJson } = feedRoutes
  // The XML and HTML writers are loaded by the first request for a feed.
  file(feedRoutes.sitemap, 'application/xml', async () => {
    const [{ sitemap }, { pages }] = await Promise.all([import('./sitemap.ts'), ssr.load()])
    return sitemap(siteUrl, sitemapEntries(pages, library))
  })
  file(feedRoutes.robots, 'text/plain', () => robots(siteUrl))
  file(news, 'application/atom+xml', async () => {
    const [{ atom }, { newsFeed }] = await Promise.all([import('./atom.ts'), import('./feed.ts')])
    return atom(await newsFeed(library, siteUrl, news))
  })
  file(newsJson, 'application/feed+json', async () => {
    const [{ jsonFeed }, { newsFeed }] = await Promise.all([import('./json-feed.ts'), import('./feed.ts')])
    return json(jsonFeed(await newsFeed(library, siteUrl, newsJson)))
  })
  file(feedRoutes.manifest, 'application/manifest+json', () => json(webManifest(library.typed.site)))
  file(feedRoutes.security, 'text/plain', () =>
    securityTxt(siteUrl, library.typed.site.company.email, clock()),
  )
  return router
}
