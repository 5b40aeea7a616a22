import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { HelmetProvider } from 'react-helmet-async'
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type {
  FormAnswer,
  PageAssets,
  PageRequest,
  PageResponse,
  PreloadedState,
  SsrBundle,
} from '#shared/pages/render.ts'
import { deskContext } from '../../desk/ask.ts'
import { helpContext } from '../../help/help-context.ts'
import { App } from './app.tsx'
import { createStores } from './app-stores.ts'
import { pageFile, type RouteHandle } from './create-routes.tsx'
import { Document, inlineStyleInBrowser } from './document.tsx'
import { ErrorPageFailed } from './error-page-boundary.tsx'
import { summariseError } from './page-error.ts'
import { writeInlinedState } from './preloaded-state.ts'
import { contentContext, mineContext, orderContext, quoteContext } from './services.ts'

/**
 * Runs the loaders, then streams the tree. If a page throws, sends an error page with status 500, or if that
 * throws, a static page.
 */
export function createPageRenderer(routes: RouteObject[], assetsOf?: AssetsOf): SsrBundle['renderPage'] {
  const loadPage = createPageLoader(routes, assetsOf)

  return async function renderPage(request) {
    const loaded = await loadPage(request)
    if (loaded instanceof Response) {
      return { kind: 'redirect', status: loaded.status, location: loaded.headers.get('location') ?? '/' }
    }
    const { context, personal, assets, tree } = loaded
    for (const error of Object.values(context.errors ?? {})) report(error, request)

    const answered = withAnswer(context, request.answer)
    const failed = { ...context, statusCode: 500, errors: { pages: summariseError(undefined) } }
    for (const attempt of [answered, failed]) {
      try {
        return await stream(tree(attempt), { status: statusOf(attempt), personal, assets }, request)
      } catch {
        // React has already called onError.
      }
    }
    return stream(lastResort(assets), { status: 500, personal, assets }, request)
  }
}

type AssetsOf = (request: PageRequest, routeIds: string[]) => PageAssets

const siteAssets: AssetsOf = ({ assetsFor }, pages) => assetsFor(pages.map(pageFile))

type LoadedPage = {
  context: StaticHandlerContext
  personal: boolean
  assets: PageAssets
  tree(context: StaticHandlerContext): ReactNode
}

/**
 * Runs a page's loaders and builds its tree.
 * @returns a Response for a redirect
 */
export function createPageLoader(
  routes: RouteObject[],
  assetsOf = siteAssets,
): (request: PageRequest) => Promise<LoadedPage | Response> {
  const handler = createStaticHandler(routes)

  return async (request) => {
    const [context, pricing] = await Promise.all([runLoaders(request), request.pricing])
    request.signal.throwIfAborted()
    if (context instanceof Response) return context
    const routeIds = context.matches.map(({ route }) => route.id)
    const assets = assetsOf(request, routeIds)
    return {
      context,
      assets,
      personal: context.matches.some(({ route }) => (route.handle as RouteHandle | undefined)?.personal),
      tree: (shown) => page(shown, { ...request.state, pricing, assets }),
    }
  }

  function runLoaders(request: PageRequest): Promise<StaticHandlerContext | Response> {
    const requestContext = new RouterContextProvider()
    requestContext.set(contentContext, request.services.content)
    requestContext.set(helpContext, request.services.help)
    requestContext.set(orderContext, request.services.order)
    requestContext.set(quoteContext, request.services.quote)
    requestContext.set(mineContext, request.services.mine)
    if (request.services.desk) requestContext.set(deskContext, request.services.desk)
    // Omits the signal, which no loader reads: Node's weak references would keep each request until a full
    // garbage collection.
    return handler.query(new Request(request.url), { requestContext })
  }

  function page(loaded: StaticHandlerContext, state: PreloadedState): ReactNode {
    const errors = loaded.errors && mapValues(loaded.errors, summariseError)
    const context = { ...loaded, errors }
    const { loaderData, actionData } = loaded
    const { assets } = state
    const app = { ...state, assets: { ...assets, inlineStyle: assets.inlineStyle && inlineStyleInBrowser } }
    return (
      <HelmetProvider>
        <App
          state={state}
          stores={createStores(state.pricing)}
          // Without an application nobody reads the state.
          inlinedState={
            assets.modules.length > 0
              ? writeInlinedState({ app, router: { loaderData, actionData, errors } })
              : ''
          }
        >
          <StaticRouterProvider
            // Only errors need the route table, and preparing it takes a twentieth of a page's time.
            router={createStaticRouter(errors ? handler.dataRoutes : [], context)}
            context={context}
            hydrate={false}
          />
        </App>
      </HelmetProvider>
    )
  }
}

/** A form's answer belongs to the page, not to its layouts. */
function withAnswer(context: StaticHandlerContext, answer: FormAnswer | undefined): StaticHandlerContext {
  const page = context.matches.at(-1)?.route.id
  if (!answer || !page || context.errors) return context
  return { ...context, statusCode: answer.status, actionData: { [page]: answer.data } }
}

function lastResort(assets: PageAssets): ReactNode {
  return (
    <Document assets={{ ...assets, scripts: [], modules: [] }}>
      <ErrorPageFailed />
    </Document>
  )
}

type Head = { status: number; personal: boolean; assets: PageAssets }

/** Resolves once the shell is ready; rejects if the shell throws. */
function stream(tree: ReactNode, head: Head, request: PageRequest): Promise<PageResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<PageResponse>()
  // React keeps these functions until the next turn of the event loop, so none may refer to the tree.
  const rendering = renderToPipeableStream(tree, {
    onShellReady: () =>
      resolve({ kind: 'page', ...head, pipe: (to) => rendering.pipe(to), abort: rendering.abort }),
    onShellError: reject,
    onError: (error) => {
      if (!request.signal.aborted) request.onError(error)
    },
  })
  return promise
}

function statusOf({ statusCode, errors }: StaticHandlerContext): number {
  const [error] = Object.values(errors ?? {})
  return error === undefined ? statusCode : summariseError(error).statusCode
}

function report(error: unknown, request: PageRequest) {
  if (summariseError(error).statusCode >= 500) request.onError(error)
}

function mapValues<From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
