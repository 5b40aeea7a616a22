import { createPageLoader } from './page-renderer.tsx'
import { siteHandler } from './site-handler.ts'

/** Lets the benchmark render a page's tree with React alone. */
export const loadPage = createPageLoader(siteHandler)
export { renderToPipeableStream } from 'react-dom/server'
