import { z } from 'zod'
import { feedRoutes } from '#shared/routes.ts'
import type { ApiDescription } from '../openapi/description.ts'

const text = z.string()
const object = z.looseObject({})

export const feedsApi: ApiDescription = {
  [feedRoutes.sitemap]: file('Every page that may be indexed', 'application/xml', text),
  [feedRoutes.robots]: file('What crawlers may fetch', 'text/plain', text),
  [feedRoutes.news]: file('The news as an Atom feed', 'application/atom+xml', text),
  [feedRoutes.newsJson]: file('The news as a JSON feed', 'application/feed+json', object),
  [feedRoutes.manifest]: file('The web application manifest', 'application/manifest+json', object),
  [feedRoutes.security]: file('Whom to tell of a weakness (RFC 9116)', 'text/plain', text),
}

function file(summary: string, type: string, schema: z.ZodType): ApiDescription[string] {
  return { get: { summary, answers: { 200: { description: 'The file.', content: { [type]: schema } } } } }
}
