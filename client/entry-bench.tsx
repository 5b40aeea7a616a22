import { siteHandler } from './entry-server.tsx'
import { createPageLoader } from './page-renderer.tsx'

/** Lets the benchmark render a page's tree with React alone. */
export const loadPage = createPageLoader(siteHandler)
export { renderToPipeableStream } from 'react-dom/server'
