import { x } from 'xastscript'
import { writeXml } from './write-xml.ts'

/** One address of the sitemap; `updated` is ISO 8601. */
export type SitemapEntry = { path: string; updated?: string }

/** `/sitemap.xml` as sitemaps.org defines it. */
export function sitemap(siteUrl: string, entries: SitemapEntry[]): string {
  return writeXml(
    x(
      'urlset',
      { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' },
      entries.map(({ path, updated }) =>
        x('url', [x('loc', siteUrl + path), ...(updated ? [x('lastmod', updated.slice(0, 10))] : [])]),
      ),
    ),
  )
}
