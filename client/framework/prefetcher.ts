import { createContext } from 'react'

/** Fetches ahead what a page will need; does nothing where that isn't welcome, and never fails. */
export type Prefetcher = {
  /** The page's code. */
  code(to: string): void
  /** The page's code, and the data that its loader asks for. */
  page(to: string): void
}

/** The server fetches nothing ahead. */
export const PrefetchContext = createContext<Prefetcher>({ code() {}, page() {} })
