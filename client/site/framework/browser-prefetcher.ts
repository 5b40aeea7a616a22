import { matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import { mayPrefetch } from './connection.ts'
import type { PageModule } from './create-routes.tsx'
import type { Prefetcher } from './prefetcher.ts'
import { contentContext } from './services.ts'

type Options = { routes: RouteObject[]; loadPage(page: string): Promise<PageModule>; content: ContentFetch }

export function createPrefetcher({ routes, loadPage, content }: Options): Prefetcher {
  const done = new Set<string>()

  /** Prefetches each thing once. A failure only costs the head start. */
  function once(key: string, work: () => Promise<unknown>) {
    if (done.has(key) || !mayPrefetch(navigator)) return
    done.add(key)
    work().catch(() => done.delete(key))
  }

  function pageOf(to: string) {
    const { pathname } = new URL(to, location.href)
    return matchRoutes(routes, pathname)?.at(-1)
  }

  return {
    code(to) {
      once(`code ${to}`, async () => {
        const id = pageOf(to)?.route.id
        if (id) await loadPage(id)
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
