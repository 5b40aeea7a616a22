import { apiRoutes, feedRoutes, routes, updateRoutes } from '#shared/routes.ts'

/** Everything that isn't one of ours, so that whoever tries addresses makes no new series of them. */
export const otherRoute = 'other'

/**
 * The address as the site's makers write it: "/api/orders/:id", "/news/:slug".
 * @param path of a request, without its query
 */
export function routePattern(path: string): string {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  if (fixed.has(plain)) return plain
  return patterns.find(([, pattern]) => pattern.test(plain))?.[0] ?? otherRoute
}

const fixed = new Set(
  [
    ...[routes, apiRoutes, feedRoutes, updateRoutes].flatMap((each) => Object.values<unknown>(each)),
    '/api/webhooks/stripe',
    '/healthz',
    '/readyz',
    '/metrics',
  ].filter((route) => typeof route === 'string'),
)

const patterns: [string, RegExp][] = [
  ['/news/:slug', /^\/news\/./],
  ['/_content/:path', /^\/_content\//],
  ['/api/orders/:id', /^\/api\/orders\/[^/]+$/],
  ['/api/orders/:id/invoice.pdf', /^\/api\/orders\/[^/]+\/invoice\.pdf$/],
  ['/api/orders/:id/adjustment-notes/:refunded', /^\/api\/orders\/[^/]+\/adjustment-notes\/[^/]+$/],
  ['/api/orders/:id/documents/:number', /^\/api\/orders\/[^/]+\/documents\/[^/]+$/],
  ['/api/licences/mine/licences/:id/:act', /^\/api\/licences\/mine\/licences\/[^/]+\/[^/]+$/],
  ['/api/licences/mine/orders/:id/:act', /^\/api\/licences\/mine\/orders\/[^/]+\/[^/]+$/],
  ['/api/orders/:id/resend', /^\/api\/orders\/[^/]+\/resend$/],
  ['/assets/:file', /^\/assets\//],
  ['/images/:file', /^\/images\//],
]
