import { createPageRenderer } from './page-renderer.tsx'
import { createAppRoutes, storablePages } from './routes.tsx'

export const renderPage = createPageRenderer(createAppRoutes())

export { storablePages }
