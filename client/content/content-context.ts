import { createContext } from 'react'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'

/** Components query content only in the browser. */
export const ContentContext = createContext<ContentFetch>(() => Promise.reject(new Error('No content')))
