import type { ComponentType } from 'react'
import {
  type LoaderFunction,
  type LoaderFunctionArgs,
  matchPath,
  type Params,
  type RouteObject,
} from 'react-router'
import { RouteErrorPage } from './error-page.tsx'
import { PageError } from './page-error.ts'

export type PageRoute = {
  path: string
  /** Folder of the page in `client/pages`. */
  page: string
  layout: 'home' | 'default'
  /** Names of registered route middleware, in order. */
  middleware?: string[]
  validate?: RouteValidate
  /** The query members that the loader reads, with the values for which the page may be stored. */
  query?: Readonly<Record<string, RegExp>>
  /** Set if the page shows one visitor's data or reads a cookie, so it is never stored. */
  personal?: true
  /** False keeps the page out of search engines and the sitemap. */
  index?: false
}

/** Read by the renderer and by the page's head. */
export type RouteHandle = { personal: boolean; index: boolean }

/** The exports of a page in `client/pages`. */
export type PageModule = { Component: ComponentType; loader?: LoaderFunction }

/** The key of the page's file in the build's manifest. */
export const pageFile = (page: string) => `./pages/${page}/page.tsx`

/** Finds the same route as `matchRoutes`, which takes a millisecond because it prepares all routes each time. */
export function routeAt(
  table: readonly PageRoute[],
  pathname: string,
): { route: PageRoute; params: Params } | undefined {
  for (const route of table) {
    const match = matchPath({ path: route.path, caseSensitive: true }, pathname)
    if (match) return { route, params: match.params }
  }
}

type RouteParts = {
  /** Stays mounted when pages and errors change. */
  Root: ComponentType
  /** Stays mounted when layouts and pages change. */
  Frame: ComponentType
  table: readonly PageRoute[]
  layouts: Record<PageRoute['layout'], ComponentType>
  middleware: Readonly<Record<string, RouteMiddleware>>
  loadPage(page: string): Promise<PageModule>
  loaded?: Readonly<Record<string, PageModule>>
}

export function createRoutes({
  Root,
  Frame,
  table,
  layouts,
  middleware,
  loadPage,
  loaded = {},
}: RouteParts): RouteObject[] {
  return [
    {
      id: 'root',
      Component: Root,
      children: [{ id: 'pages', ErrorBoundary: RouteErrorPage, children: pages() }],
    },
  ]

  function pages(): RouteObject[] {
    return [
      {
        id: 'frame',
        Component: Frame,
        children: Object.entries(layouts).map(([name, Layout]) => ({
          id: `${name}-layout`,
          Component: Layout,
          children: table.filter((route) => route.layout === name).map(pageRoute),
        })),
      },
      { id: 'not-found', path: '*', loader: refuse, Component: Nothing },
    ]
  }

  function pageRoute(route: PageRoute): RouteObject {
    const parts = ({ Component, loader }: PageModule) => ({ Component, loader: guard(route, loader) })
    const page = loaded[route.page]
    return {
      id: route.page,
      path: route.path,
      caseSensitive: true,
      handle: { personal: route.personal === true, index: route.index !== false } satisfies RouteHandle,
      // Otherwise React Router would load a page again on the way back from one of its hashes.
      shouldRevalidate: ({ currentUrl: from, nextUrl: to, defaultShouldRevalidate }) =>
        defaultShouldRevalidate &&
        (from.pathname + from.search !== to.pathname + to.search || from.hash === to.hash),
      ...(page ? parts(page) : { lazy: async () => parts(await loadPage(route.page)) }),
    }
  }

  function guard(route: PageRoute, loader: LoaderFunction | undefined): LoaderFunction | undefined {
    const { middleware: names = [], validate = () => true } = route
    if (!route.middleware && !route.validate) return loader
    return async (args: LoaderFunctionArgs, handlerContext) => {
      for (const name of names) {
        if (!Object.hasOwn(middleware, name)) throw new PageError(500, `Unknown middleware ${name}`)
        await middleware[name]?.(args)
      }
      if (!(await validate(args))) throw new PageError(404)
      return loader ? loader(args, handlerContext) : null
    }
  }
}

function refuse(): never {
  throw new PageError(404)
}

function Nothing() {
  return null
}

/** Runs before a route's loader, on the server and in the browser. Throws to refuse or to redirect. */
type RouteMiddleware = (args: LoaderFunctionArgs) => void | Promise<void>

/** Decides whether an address that matches its route exists. */
type RouteValidate = (args: LoaderFunctionArgs) => boolean | Promise<boolean>
