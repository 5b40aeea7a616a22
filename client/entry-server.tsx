import type { SsrBundle } from '#shared/render.ts'
import { createDeskRoutes } from './desk/routes.tsx'
import { createPageRenderer } from './page-renderer.tsx'
import { routeTable } from './route-table.ts'
import { createAppRoutes } from './routes.tsx'

const renderSitePage = createPageRenderer(createAppRoutes())
const renderDeskPage = createPageRenderer(createDeskRoutes(), ({ deskAssets }) => deskAssets())

export const renderPage: SsrBundle['renderPage'] = (request) =>
  request.services.desk ? renderDeskPage(request) : renderSitePage(request)

/** The pages that the server may list for search engines, and draw cards of. */
export const pages: SsrBundle['pages'] = routeTable.map(({ path, index = true }) => ({ path, index }))

/** The pages that the server may keep and send to everyone. */
export const storablePages: SsrBundle['storablePages'] = routeTable
  .filter(({ personal }) => !personal)
  .map(({ path, query = {} }) => ({ path, query }))
