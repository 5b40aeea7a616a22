import { x } from 'xastscript'
import type { Day } from '#shared/calendar/calendar.ts'
import { writeXml } from '../../web/http/write-xml.ts'

export type SitemapEntry = { path: string; updated?: Day }

/** The format is defined by sitemaps.org. */
export function sitemap(siteUrl: string, entries: SitemapEntry[]): string {
  return writeXml(
    x(
      'urlset',
      { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' },
      entries.map(({ path, updated }) =>
        x('url', [x('loc', siteUrl + path), ...(updated ? [x('lastmod', updated)] : [])]),
      ),
    ),
  )
}
