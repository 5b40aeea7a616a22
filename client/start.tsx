import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type DataRouter, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { contentOverHttp } from '#shared/content/content-over-http.ts'
import { createHttpClient } from '#shared/http/http-client.ts'
import { mineOverHttp, orderOverHttp, quoteOverHttp } from '#shared/orders/order-over-http.ts'
import type { Place } from './chunk-reload.ts'
import { cachedContent } from './content/cached-content.ts'
import { ContentContext } from './content/content-context.ts'
import { routeTable } from './route-table.ts'
import { createAppRoutes, loadPage } from './routes.tsx'
import { attachCartStorage } from './shop/cart/attach-storage.ts'
import { analyticsOnDemand } from './site/analytics/analytics-on-demand.ts'
import { AnalyticsContext } from './site/analytics/page-views.tsx'
import { App } from './site/framework/app.tsx'
import { createStores } from './site/framework/app-stores.ts'
import { createPrefetcher } from './site/framework/browser-prefetcher.ts'
import { type PageModule, routeAt } from './site/framework/create-routes.tsx'
import { fetchPictures } from './site/framework/fetch-pictures.ts'
import { fetchWithCookies } from './site/framework/fetch-with-cookies.ts'
import { followHashLinks } from './site/framework/follow-hash-links.ts'
import { followNavigation } from './site/framework/follow-navigation.ts'
import { keepFieldsClear } from './site/framework/keep-fields-clear.ts'
import { createLoadingBar } from './site/framework/loading-bar-state.ts'
import { createOpenedPages } from './site/framework/opened-pages.ts'
import { PrefetchContext } from './site/framework/prefetcher.ts'
import { readInlinedState } from './site/framework/preloaded-state.ts'
import { scrollAfterCache } from './site/framework/scroll-after-cache.ts'
import { sendFormsOnce } from './site/framework/send-forms-once.ts'
import { contentContext, mineContext, orderContext, quoteContext } from './site/framework/services.ts'
import { createTrustedTypesPolicy } from './site/framework/trusted-types.ts'
import { whenIdle, whenLoaded } from './site/framework/when.ts'

/**
 * Rejects if the page's code can't be loaded.
 * @param reload reloads a place, unless it did so lately
 */
export async function start(reload: (place: Place) => boolean): Promise<void> {
  createTrustedTypesPolicy(window)
  sendFormsOnce(window)

  const { app: state, router: hydrationData } = readInlinedState(document)
  const stores = createStores(state.pricing)
  const content = cachedContent(contentOverHttp(createHttpClient(state.config.apiBaseUrl, fetch)))
  const opened = createOpenedPages(() => navigator.onLine)
  let router: DataRouter | undefined
  /** A visitor's own data isn't remembered for use while offline. */
  const openPage = async (name: string) => {
    const page = await loadPage(name)
    return isPersonal(name) ? page : opened.remember(page)
  }
  /** If a page's code is missing or fails, a reload brings the newer build. */
  const load = (page: string) =>
    openPage(page).catch((error): Promise<never> => {
      if (reload(router?.state.navigation.location ?? location)) return new Promise(() => {})
      throw error
    })

  await nextTask()
  // React needs the page's component for hydration. Without it the page stays as the server rendered it.
  const loaded = await loadFirstPage(openPage)
  for (const data of Object.values(hydrationData.loaderData ?? {})) {
    opened.keep(location.pathname + location.search, data)
  }
  await nextTask()

  router = createBrowserRouter(createAppRoutes(load, loaded), {
    hydrationData,
    getContext() {
      const context = new RouterContextProvider()
      context.set(contentContext, content)
      const own = createHttpClient(state.config.apiBaseUrl, fetchWithCookies)
      context.set(orderContext, orderOverHttp(own))
      context.set(quoteContext, quoteOverHttp(own))
      context.set(mineContext, () => mineOverHttp(own))
      return context
    },
  })

  const app = (
    <App state={state} stores={stores}>
      <ContentContext value={content}>
        <PrefetchContext
          value={createPrefetcher({
            table: routeTable,
            loadPage,
            content,
            pageFiles: state.assets.pageFiles,
          })}
        >
          <AnalyticsContext value={analyticsOnDemand(state.config.analyticsId)}>
            <RouterProvider router={router} />
          </AnalyticsContext>
        </PrefetchContext>
      </ContentContext>
    </App>
  )

  scrollAfterCache()

  // A transition yields to the browser, so scrolling and typing stay smooth.
  startTransition(() => void hydrateRoot(document, app))

  followNavigation(router, createLoadingBar(stores.loadingBar))
  followHashLinks(router)
  keepFieldsClear()
  whenLoaded(() => attachCartStorage(stores.cart, window))
  whenLoaded(() => whenIdle(fetchPictures))
}

/** Lets the browser paint and scroll between two steps. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

async function loadFirstPage(load: typeof loadPage): Promise<Record<string, PageModule>> {
  const page = routeAt(routeTable, location.pathname)?.route.page
  if (page === undefined) return {}
  return { [page]: await load(page) }
}

function isPersonal(page: string): boolean {
  return routeTable.some((route) => route.page === page && route.personal)
}
