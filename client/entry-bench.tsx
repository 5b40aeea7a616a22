import { createPageLoader } from './page-renderer.tsx'
import { createAppRoutes } from './routes.tsx'

/** For the benchmark: a page's tree without what renders it, and React's own renderer. */
export const loadPage = createPageLoader(createAppRoutes())
export { renderToPipeableStream } from 'react-dom/server'
