import { createContext, use, useState } from 'react'
import { useStore } from 'zustand'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import { createFetcher } from './fetch-state.ts'

/** Components query content only in the browser. */
export const ContentContext = createContext<ContentFetch>(() => Promise.reject(new Error('No content')))

export function useContentFetch<Data>() {
  const content = use(ContentContext)
  const [fetcher] = useState(() => createFetcher<Data>(null))
  return {
    ...useStore(fetcher.store),
    run: (load: (content: ContentFetch) => Promise<Data>) => void fetcher.run(() => load(content)),
    clear: fetcher.clear,
  }
}
