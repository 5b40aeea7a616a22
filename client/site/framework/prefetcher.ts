import { createContext } from 'react'

/** Never fails, and prefetches nothing on a poor connection. */
export type Prefetcher = {
  /** Fetches the files of the link's page when it comes into view, and runs nothing. @returns ends the watch */
  watch(link: HTMLAnchorElement): () => void
  /** Runs the page's code, and prefetches its loader's data. */
  page(to: string): void
}

/** The server prefetches nothing. */
export const PrefetchContext = createContext<Prefetcher>({ watch: () => () => {}, page() {} })
