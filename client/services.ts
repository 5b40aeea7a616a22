import { createContext } from 'react-router'
import type { ContentFetch } from '#shared/content-query-builder.ts'

/** How a loader asks for content: in process on the server, over HTTP in the browser. */
export const contentContext = createContext<ContentFetch>()
