import { createAppRoutes } from '../routes.tsx'
import { createPageLoader } from '../site/framework/page-renderer.tsx'

/** Renders a page's tree with React alone, for the benchmark. */
export const loadPage = createPageLoader(createAppRoutes())
export { renderToPipeableStream } from 'react-dom/server'
