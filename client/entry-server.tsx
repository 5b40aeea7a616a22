import { createStaticHandler } from 'react-router'
import type { SsrBundle } from '#shared/render.ts'
import { createDeskRoutes } from './desk/routes.tsx'
import { createPageRenderer } from './page-renderer.tsx'
import { routeTable } from './route-table.ts'
import { siteHandler } from './site-handler.ts'

const deskHandler = createStaticHandler(createDeskRoutes())
const renderSitePage = createPageRenderer(siteHandler)
const renderDeskPage = createPageRenderer(
  () => deskHandler,
  ({ deskAssets }) => deskAssets(),
)

export const renderPage: SsrBundle['renderPage'] = (request) =>
  request.services.desk ? renderDeskPage(request) : renderSitePage(request)

export const pages: SsrBundle['pages'] = routeTable.map(({ path, index = true }) => ({ path, index }))

/** Pages that the server may store and send to everyone. */
export const storablePages: SsrBundle['storablePages'] = routeTable
  .filter(({ personal }) => !personal)
  .map(({ path, query = {} }) => ({ path, query }))
