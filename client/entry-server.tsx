import type { SsrBundle } from '#shared/render.ts'
import { createDeskRoutes } from './desk/routes.tsx'
import { createPageRenderer } from './page-renderer.tsx'
import { createAppRoutes, pages, storablePages } from './routes.tsx'

const renderSitePage = createPageRenderer(createAppRoutes())
const renderDeskPage = createPageRenderer(createDeskRoutes(), ({ deskAssets }) => deskAssets())

export const renderPage: SsrBundle['renderPage'] = (request) =>
  request.services.desk ? renderDeskPage(request) : renderSitePage(request)

export { pages, storablePages }
