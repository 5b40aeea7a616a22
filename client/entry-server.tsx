import { createPageRenderer } from './page-renderer.tsx'
import { createAppRoutes } from './routes.tsx'

export const renderPage = createPageRenderer(createAppRoutes())
