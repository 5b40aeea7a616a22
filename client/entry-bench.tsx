import { createPageLoader } from './page-renderer.tsx'
import { createAppRoutes } from './routes.tsx'

/** Lets the benchmark render a page's tree with React alone. */
export const loadPage = createPageLoader(createAppRoutes())
export { renderToPipeableStream } from 'react-dom/server'
