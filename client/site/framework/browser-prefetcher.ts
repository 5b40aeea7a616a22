import { matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import type { PageFiles } from '#shared/pages/render.ts'
import { mayPrefetch } from './connection.ts'
import type { PageModule } from './create-routes.tsx'
import type { Prefetcher } from './prefetcher.ts'
import { contentContext } from './services.ts'
import { whenLoaded } from './when.ts'

type Options = {
  routes: RouteObject[]
  loadPage(page: string): Promise<PageModule>
  content: ContentFetch
  /** Where `PageFiles` are; null if nothing is fetched ahead. */
  pageFiles: string | null
}

export function createPrefetcher({ routes, loadPage, content, pageFiles }: Options): Prefetcher {
  const done = new Set<string>()
  let listing: Promise<PageFiles> | undefined

  /** Does each thing once. A failure only costs the head start. */
  function once(key: string, work: () => Promise<unknown>) {
    if (done.has(key) || !mayPrefetch(navigator)) return
    done.add(key)
    work().catch(() => done.delete(key))
  }

  function pageOf(to: string) {
    const { pathname } = new URL(to, location.href)
    return matchRoutes(routes, pathname)?.at(-1)
  }

  function listFiles(address: string): Promise<PageFiles> {
    listing ??= fetch(address, { priority: 'low' }).then((response) => response.json())
    listing.catch(() => {
      listing = undefined
    })
    return listing
  }

  return {
    code(to) {
      const page = pageOf(to)?.route.id
      if (page === undefined || pageFiles === null) return
      whenLoaded(() => {
        once(`code ${page}`, async () => {
          const { [page]: files = [] } = await listFiles(pageFiles)
          for (const file of files) once(file, async () => prefetch(file))
        })
      })
    },
    page(to) {
      once(`page ${to}`, async () => {
        const match = pageOf(to)
        if (!match?.route.id) return
        const { loader } = await loadPage(match.route.id)
        if (typeof loader !== 'function') return
        const context = new RouterContextProvider()
        context.set(contentContext, content)
        const url = new URL(to, location.href)
        const { params, route } = match
        await loader({ request: new Request(url), url, pattern: route.path ?? '', params, context })
      })
    },
  }
}

/** Fetches a file with the lowest priority, and runs nothing. The page has what a link names already. */
function prefetch(href: string): void {
  if (document.head.querySelector(`link[href="${href}"]`)) return
  const as = href.endsWith('.css') ? 'style' : 'script'
  document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as, href }))
}
