import { RouterContextProvider } from 'react-router'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import type { PageFiles } from '#shared/pages/render.ts'
import { mayPrefetch } from './connection.ts'
import { type PageModule, type PageRoute, routeAt } from './create-routes.tsx'
import type { Prefetcher } from './prefetcher.ts'
import { contentContext } from './services.ts'
import { whenIdle, whenLoaded } from './when.ts'

type Options = {
  table: readonly PageRoute[]
  loadPage(page: string): Promise<PageModule>
  content: ContentFetch
  /** The address of `PageFiles`; null if nothing is prefetched. */
  pageFiles: string | null
}

export function createPrefetcher({ table, loadPage, content, pageFiles }: Options): Prefetcher {
  const done = new Set<string>()
  let listing: Promise<PageFiles> | undefined

  /** Does each piece of work once. After a failure it may be tried again. */
  function once(key: string, work: () => Promise<unknown>) {
    if (done.has(key) || !mayPrefetch(navigator)) return
    done.add(key)
    work().catch(() => done.delete(key))
  }

  function listFiles(address: string): Promise<PageFiles> {
    listing ??= fetch(address, { priority: 'low' }).then((response) => response.json())
    listing.catch(() => {
      listing = undefined
    })
    return listing
  }

  function fetchFiles({ pathname }: HTMLAnchorElement) {
    const page = routeAt(table, pathname)?.route.page
    if (page === undefined || pageFiles === null) return
    whenLoaded(() => {
      once(`code ${page}`, async () => {
        const { [page]: files = [] } = await listFiles(pageFiles)
        for (const file of files) once(file, () => prefetch(file))
      })
    })
  }

  // One observer for all links, because one each would take a tenth of a page's hydration.
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      whenIdle(() => fetchFiles(target as HTMLAnchorElement))
    }
  })

  return {
    watch(link) {
      observer.observe(link)
      return () => observer.unobserve(link)
    },
    page(to) {
      once(`page ${to}`, async () => {
        const url = new URL(to, location.href)
        const match = routeAt(table, url.pathname)
        if (!match) return
        const { loader } = await loadPage(match.route.page)
        if (typeof loader !== 'function') return
        const context = new RouterContextProvider()
        context.set(contentContext, content)
        await loader({
          request: new Request(url),
          url,
          pattern: match.route.path,
          params: match.params,
          context,
        })
      })
    },
  }
}

/**
 * Fetches a file into the cache without running it. Safari doesn’t support `rel=prefetch`, and Firefox applies
 * the policy's `default-src` to it. Files that the page links are cached already.
 */
async function prefetch(href: string): Promise<void> {
  if (document.head.querySelector(`link[href="${href}"]`)) return
  const response = await fetch(href, { priority: 'low' })
  await response.arrayBuffer()
}
