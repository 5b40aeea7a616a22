import { createStaticHandler, type StaticHandler } from 'react-router'
import type { SsrBundle } from '#shared/render.ts'
import { createDeskRoutes } from './desk/routes.tsx'
import { createPageRenderer } from './page-renderer.tsx'
import { routeTable } from './route-table.ts'
import { createAppRoutes, loadPage } from './routes.tsx'

const ofEveryPage = createStaticHandler(createAppRoutes())
const byPath = new Map(
  routeTable.map((route) => [route.path, createStaticHandler(createAppRoutes(loadPage, [route]))]),
)
const ofDesk = createStaticHandler(createDeskRoutes())

const renderSitePage = createPageRenderer(siteHandler)
const renderDeskPage = createPageRenderer(
  () => ofDesk,
  ({ deskAssets }) => deskAssets(),
)

export const renderPage: SsrBundle['renderPage'] = (request) =>
  request.services.desk ? renderDeskPage(request) : renderSitePage(request)

/** Matches a page's own path against that page alone. Matching it against all takes a fifteenth of the home page's time. */
export function siteHandler(path: string): StaticHandler {
  return byPath.get(path) ?? ofEveryPage
}

export const pages: SsrBundle['pages'] = routeTable.map(({ path, index = true }) => ({ path, index }))

/** Pages that the server may store and send to everyone. */
export const storablePages: SsrBundle['storablePages'] = routeTable
  .filter(({ personal }) => !personal)
  .map(({ path, query = {} }) => ({ path, query }))
