import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskActPatterns, deskPages, deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { endpoints } from '../../api.ts'
import { patternOf } from '../path-pattern.ts'

/** Label for unknown addresses, which share one series. */
export const otherRoute = 'other'

/** Returns "/api/orders/:id" or "/news/*". @param path without the query */
export function routePattern(path: string): string {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  if (fixed.has(plain)) return plain
  const folder = folders.find((each) => plain.startsWith(`${each}/`))
  if (folder) return `${folder}/*`
  return patterns.find(([, expression]) => expression.test(plain))?.[0] ?? otherRoute
}

const paths = new Set(endpoints.map(({ path }) => path))

const fixed = new Set<unknown>([
  ...Object.values(routes),
  ...Object.values(deskRoutes),
  ...Object.values(deskPages),
  apiRoutes.content,
  ...paths,
])

const folders = [apiRoutes.content, routes.news, routes.help, '/assets', '/images']

const patterns = [deskActPatterns, deskPages]
  .flatMap((each): string[] => Object.values(each))
  .concat(...paths)
  .filter((path) => path.includes(':'))
  .map((pattern): [string, RegExp] => [pattern, patternOf(pattern)])
