import { apiPatterns, apiRoutes, updateRoutes } from '#shared/api-routes.ts'
import { deskApiPatterns, deskApiRoutes, deskPagePatterns, deskRoutes } from '#shared/desk-routes.ts'
import { feedRoutes, operationRoutes, pagePatterns, routes } from '#shared/routes.ts'
import { patternOf } from '../web/path-pattern.ts'

/** Random addresses share one series. */
export const otherRoute = 'other'

/** Returns "/api/orders/:id" or "/news/:slug". @param path without the query */
export function routePattern(path: string): string {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  if (fixed.has(plain)) return plain
  const folder = folders.find((each) => plain.startsWith(`${each}/`))
  if (folder) return `${folder}/*`
  return patterns.find(([, expression]) => expression.test(plain))?.[0] ?? otherRoute
}

const fixed = new Set(
  [routes, deskRoutes, deskApiRoutes, apiRoutes, feedRoutes, updateRoutes, operationRoutes]
    .flatMap((each) => Object.values<unknown>(each))
    .filter((route) => typeof route === 'string'),
)

const folders = [apiRoutes.content, '/assets', '/images']

const patterns = [pagePatterns, deskPagePatterns, deskApiPatterns, apiPatterns]
  .flatMap((each) => Object.values<string>(each))
  .map((pattern): [string, RegExp] => [pattern, patternOf(pattern)])
