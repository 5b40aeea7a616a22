import { createContext } from 'react'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'

/** Only the browser queries content from components. */
export const ContentContext = createContext<ContentFetch>(() => Promise.reject(new Error('No content')))
