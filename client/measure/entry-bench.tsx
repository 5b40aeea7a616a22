import { createAppRoutes } from '../routes.tsx'
import { createPageLoader } from '../site/framework/page-renderer.tsx'

/** Lets the benchmark render a page's tree with React alone. */
export const loadPage = createPageLoader(createAppRoutes())
export { renderToPipeableStream } from 'react-dom/server'
