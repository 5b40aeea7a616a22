import { apiRoutes } from '#shared/routes/api-routes.ts'

/** RFC 9309. Pages carry `noindex` themselves, so crawlers must be allowed to fetch them. */
export function robots(siteUrl: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: ${apiRoutes.content}/

Sitemap: ${siteUrl}/sitemap.xml
`
}
