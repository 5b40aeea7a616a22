import { createContext } from 'react'

/** Never fails, and prefetches nothing on a poor connection. */
export type Prefetcher = {
  /** Fetches the page's files, and runs nothing. */
  code(to: string): void
  /** Runs the page's code, and prefetches its loader's data. */
  page(to: string): void
}

/** The server prefetches nothing. */
export const PrefetchContext = createContext<Prefetcher>({ code() {}, page() {} })
