import { createContext } from 'react'

/** Never throws, and prefetches nothing on a poor connection. */
export type Prefetcher = {
  /**
   * Prefetches the files of the link's page when the link comes into view, without running them.
   * @returns stops watching
   */
  watch(link: HTMLAnchorElement): () => void
  /** Runs the page's code, and prefetches its loader's data. */
  page(to: string): void
}

/** The default does nothing, for the server. */
export const PrefetchContext = createContext<Prefetcher>({ watch: () => () => {}, page() {} })
