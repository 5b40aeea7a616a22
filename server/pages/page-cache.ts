import { LRUCache } from 'lru-cache'
import { compress } from '../compress.ts'
import type { Rendering } from './rendering.ts'
import { createStoredPage, type StoredPage, sizeOf, withCoding } from './stored-page.ts'

/** Whole pages in memory. What is in it is the same for every visitor. */
export type PageCache = {
  /** A page made from what is current, fresh or stale. */
  find(key: string, revision: string): StoredPage | undefined
  /** Keeps a page, and makes its smaller codings while visitors are served the plain one. */
  keep(key: string, page: NewPage): void
  /** What is being rendered, by key: who asks for a page meanwhile is given the same. */
  readonly renderings: Map<string, Rendering>
  readonly counters: PageCacheCounters
  /** Resolves when every coding has been made. */
  settled(): Promise<void>
}

export type NewPage = { bytes: Buffer; headers: readonly string[]; revision: string; madeAt: number }

/** For metrics; they only grow, `bytes` and `pages` excepted, which are what is held now. */
export type PageCacheCounters = {
  hits: number
  /** Of the hits, those that were past their time. */
  stale: number
  misses: number
  /** What misses and renewals led to: one for all who asked at once. */
  renderings: number
  readonly bytes: number
  readonly pages: number
}

const bytesMax = 32 * 1024 * 1024

/** What a key can't know of, such as another server's prices, is looked for as often as its callers are told. */
export const freshMs = 60_000

export function createPageCache({ maxBytes = bytesMax }: { maxBytes?: number } = {}): PageCache {
  const pages = new LRUCache<string, StoredPage>({
    maxSize: maxBytes,
    sizeCalculation: (page, key) => sizeOf(page) + 2 * key.length,
  })
  let settled = Promise.resolve()

  return {
    find(key, revision) {
      const page = pages.get(key)
      if (page === undefined || page.revision === revision) return page
      pages.delete(key)
      return undefined
    },
    keep(key, { madeAt, ...made }) {
      const page = createStoredPage({ ...made, freshUntil: madeAt + freshMs })
      const before = pages.peek(key)
      if (before && isSame(before, page)) {
        pages.set(key, { ...before, freshUntil: page.freshUntil })
        return
      }
      pages.set(key, page)
      // One after the other: making them small is the least urgent thing there is, and what fails is sent as it is.
      settled = settled.then(() => makeSmaller(key, page)).catch(() => {})
    },
    renderings: new Map(),
    counters: {
      hits: 0,
      stale: 0,
      misses: 0,
      renderings: 0,
      get bytes() {
        return pages.calculatedSize
      },
      get pages() {
        return pages.size
      },
    },
    settled: () => settled,
  }

  async function makeSmaller(key: string, page: StoredPage): Promise<void> {
    const { body } = page.codings.identity
    const bytes = Buffer.from(body, 'latin1')
    for (const encoding of ['gzip', 'br'] as const) {
      const current = pages.peek(key)
      if (current?.codings.identity.body !== body) return
      const smaller = await compress(bytes, encoding, 'most')
      const held = pages.peek(key)
      if (held?.codings.identity.body === body) pages.set(key, withCoding(held, encoding, smaller))
    }
  }
}

function isSame(a: StoredPage, b: StoredPage): boolean {
  return (
    a.revision === b.revision &&
    a.codings.identity.etag === b.codings.identity.etag &&
    a.headers.join() === b.headers.join()
  )
}
