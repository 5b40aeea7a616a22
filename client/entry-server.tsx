import { createPageRenderer } from './page-renderer.tsx'
import { createAppRoutes, pages, storablePages } from './routes.tsx'

export const renderPage = createPageRenderer(createAppRoutes())

export { pages, storablePages }
