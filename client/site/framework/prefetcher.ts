import { createContext } from 'react'

/** Never fails, and prefetches nothing on a poor connection. */
export type Prefetcher = {
  code(to: string): void
  /** Also prefetches the loader's data. */
  page(to: string): void
}

/** The server prefetches nothing. */
export const PrefetchContext = createContext<Prefetcher>({ code() {}, page() {} })
