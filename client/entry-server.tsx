import type { SsrBundle } from '#shared/pages/render.ts'
import { createDeskRoutes } from './desk/routes.tsx'
import { routeTable } from './route-table.ts'
import { createAppRoutes } from './routes.tsx'
import { createPageRenderer } from './site/framework/page-renderer.tsx'

const renderSitePage = createPageRenderer(createAppRoutes())
const renderDeskPage = createPageRenderer(createDeskRoutes(), ({ deskAssets }) => deskAssets())

export const renderPage: SsrBundle['renderPage'] = (request) =>
  request.services.desk ? renderDeskPage(request) : renderSitePage(request)

export const pages: SsrBundle['pages'] = routeTable.map(({ path, index = true }) => ({ path, index }))

/** Pages that the server may store and send to everyone. */
export const storablePages: SsrBundle['storablePages'] = routeTable
  .filter(({ personal }) => !personal)
  .map(({ path, query = {} }) => ({ path, query }))
