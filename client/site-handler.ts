import { createStaticHandler, type StaticHandler } from 'react-router'
import { routeTable } from './route-table.ts'
import { createAppRoutes, loadPage } from './routes.tsx'

const ofEveryPage = createStaticHandler(createAppRoutes())

const byPath = new Map(
  routeTable.map((route) => [route.path, createStaticHandler(createAppRoutes(loadPage, [route]))]),
)

/** A page's own path is matched against that page alone: all pages would take a fifteenth of the home page's time. */
export function siteHandler(path: string): StaticHandler {
  return byPath.get(path) ?? ofEveryPage
}
