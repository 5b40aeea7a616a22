import { type Day, documentDay } from '#shared/calendar/calendar.ts'
import type { SitePage } from '#shared/pages/render.ts'
import { latestForAll } from '#shared/releases/standing.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Library } from '../library.ts'
import { changeDates } from './entries.ts'
import type { SitemapEntry } from './sitemap.ts'

export function sitemapEntries(pages: readonly SitePage[], library: Library): SitemapEntry[] {
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
