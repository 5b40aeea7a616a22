import { createContext } from 'react'

/** Prefetches a page's needs, unless the connection speaks against it. Never fails. */
export type Prefetcher = {
  /** The page's code. */
  code(to: string): void
  /** The page's code, and the data that its loader asks for. */
  page(to: string): void
}

/** The server fetches nothing ahead. */
export const PrefetchContext = createContext<Prefetcher>({ code() {}, page() {} })
