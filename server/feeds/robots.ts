import { apiRoutes } from '#shared/routes.ts'

/** `/robots.txt`, RFC 9309. Pages that aren't for an index say so themselves, so they may be fetched. */
export function robots(siteUrl: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: ${apiRoutes.content}/

Sitemap: ${siteUrl}/sitemap.xml
`
}
