import { LRUCache } from 'lru-cache'
import { dayIn } from '#shared/calendar/calendar.ts'
import type { StorablePage } from '#shared/pages/render.ts'
import type { AppContext } from '../../context.ts'
import type { Encoding } from '../http/accepted-encodings.ts'
import { compress } from '../http/compress.ts'
import type { PageCounters } from '../metrics/page-metrics.ts'
import { type RenderedPage, renderPage } from './render.ts'
import { createStoredPage, type EncodedPage, type StoredPage, sizeOf, withEncoding } from './stored-page.ts'

export type PageStore = {
  find(address: string, encodings: readonly Encoding[]): EncodedPage | undefined
  /** Concurrent visitors share one rendering. Returns null for a page that may not be stored. */
  render(address: string): SharedRendering | null
  counters(): PageCounters
  settled(): Promise<void>
}

/** The rendering is cancelled when its last visitor calls `leave`. */
export type SharedRendering = { page: Promise<RenderedPage>; leave(): void }

type Rendering = { revision: string; join(): SharedRendering; stored: Promise<boolean> }

/** Prices of a remote server can change without a new revision. CDNs get the same time. */
export const freshMs = 60_000

const retryMs = 5_000
const heldMax = 32 * 1024 * 1024
const renewalMs = 30_000

export function createPageStore(ctx: AppContext, { maxBytes = heldMax, encode = compress } = {}): PageStore {
  const keyOf = createPageKey(ctx.ssr.storablePages)
  const pages = new LRUCache<string, StoredPage>({
    maxSize: maxBytes,
    sizeCalculation: (page, key) => sizeOf(page) + 2 * key.length,
  })
  const renderings = new Map<string, Rendering>()
  const counted = { hits: 0, stale: 0, misses: 0, renderings: 0 }
  let compressed = Promise.resolve()
  const now = () => ctx.clock().getTime()

  return {
    find(address, encodings) {
      const key = keyOf(address)
      const page = key === null ? undefined : pages.get(key)
      if (!key || !page) return undefined
      if (page.revision !== revisionOf(ctx)) return void pages.delete(key)
      const encoding = encodings.find((each) => page.encodings[each])
      if (!encoding) return undefined
      counted.hits++
      if (isStale(page)) renew(key, page)
      return page.encodings[encoding]
    },
    render(address) {
      const key = keyOf(address)
      if (key === null) return null
      counted.misses++
      const revision = revisionOf(ctx)
      const underWay = renderings.get(key)
      return (underWay?.revision === revision ? underWay : start(key, revision)).join()
    },
    counters: () => ({ ...counted, bytes: pages.calculatedSize, pages: pages.size }),
    async settled() {
      while (renderings.size > 0) await Promise.all([...renderings.values()].map(({ stored }) => stored))
      await compressed
    },
  }

  function start(key: string, revision: string): Rendering {
    counted.renderings++
    const abandoned = new AbortController()
    let visitors = 0
    const page = renderPage(ctx, { address: key, policy: 'shared' }, abandoned.signal)
    const stored = page.then((rendered) => store(key, revision, rendered)).catch(() => false)
    const rendering: Rendering = {
      revision,
      stored,
      join() {
        visitors++
        return { page, leave }
      },
    }
    renderings.set(key, rendering)
    stored.finally(forget)
    return rendering

    function leave(): void {
      visitors--
      if (visitors > 0) return
      forget()
      abandoned.abort(new Error('nobody waits for this page any more'))
    }

    function forget(): void {
      if (renderings.get(key) === rendering) renderings.delete(key)
    }
  }

  async function store(key: string, revision: string, { status, headers, whole }: RenderedPage) {
    const body = await whole
    if (!body || status !== 200) return false
    const page = createStoredPage(body, { headers, revision, freshUntil: now() + freshMs })
    const before = pages.peek(key)
    if (before?.encodings.identity.etag === page.encodings.identity.etag) {
      pages.set(key, { ...page, encodings: before.encodings })
    } else {
      pages.set(key, page)
      // Compresses pages one by one, as the least urgent work.
      compressed = compressed
        .then(() => compressPage(key, page))
        .catch((err) => ctx.log.warn({ err, path: key }, 'page could not be compressed'))
    }
    return true
  }

  async function compressPage(key: string, { encodings: { identity } }: StoredPage): Promise<void> {
    for (const encoding of ['gzip', 'br'] as const) {
      if (pages.peek(key)?.encodings.identity !== identity) return
      const smaller = await encode(identity.body, encoding, 'most')
      const page = pages.peek(key)
      if (page?.encodings.identity === identity) pages.set(key, withEncoding(page, encoding, smaller))
    }
  }

  /** `freshUntil` can lie too far ahead after the clock moved back; such a page is stale, too. */
  function isStale({ freshUntil }: StoredPage): boolean {
    const time = now()
    return time >= freshUntil || freshUntil - time > freshMs
  }

  /** Visitors get the stale page until the new one is complete. */
  function renew(key: string, page: StoredPage): void {
    counted.stale++
    if (renderings.has(key)) return
    page.freshUntil = now() + retryMs
    const rendering = start(key, page.revision)
    const timer = setTimeout(rendering.join().leave, renewalMs).unref()
    rendering.stored.then((stored) => {
      clearTimeout(timer)
      if (!stored) ctx.log.warn({ path: key }, 'page could not be renewed')
    })
  }
}

function revisionOf({ ssr, library: { store, typed }, clock }: AppContext): string {
  return `${ssr.revision} ${store.revision} ${typed.pricing.version} ${dayIn(typed.site.company.timeZone, clock())}`
}

/** Allows one spelling per page, so that nobody can fill the store with variants of a path. */
const onePath = /^(?:\/(?!\.)(?:[\w.~-]|%[89A-F][0-9A-F])+)+$/

/**
 * The key is the path and the query members that the page reads.
 * @returns null if the address's page isn't stored
 */
export function createPageKey(pages: readonly StorablePage[]): (address: string) => string | null {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const below = pages
    .filter(({ path }) => path.endsWith('/*'))
    .map((page) => [page.path.slice(0, -1), page] as const)

  return (address) => {
    const mark = address.indexOf('?')
    const path = mark === -1 ? address : address.slice(0, mark)
    const page =
      byPath.get(path) ?? below.find(([prefix]) => path.startsWith(prefix) && onePath.test(path))?.[1]
    if (!page) return null
    if (mark === -1) return path
    const query = storableQuery(page, address.slice(mark))
    return query === null ? null : path + query
  }
}

/** Returns null if a member has a value for which the page isn't stored. */
function storableQuery({ query }: StorablePage, search: string): string | null {
  const given = new URLSearchParams(search)
  const members = new URLSearchParams()
  for (const [name, storable] of Object.entries(query)) {
    const value = given.get(name)
    if (value === null) continue
    if (!storable.test(value)) return null
    members.set(name, value)
  }
  return members.size === 0 ? '' : `?${members}`
}
