import type { ComponentType } from 'react'
import type { LoaderFunction, LoaderFunctionArgs, RouteObject } from 'react-router'
import { RouteErrorPage } from './error-page.tsx'
import { PageError } from './page-error.ts'
import {
  type RouteMiddleware,
  type RouteValidate,
  runRouteMiddleware,
  runRouteValidate,
} from './route-middleware.ts'

/** One line of the route table. */
export type PageRoute = {
  path: string
  /** File name in `client/pages`, without its ending. */
  page: string
  layout: 'home' | 'default'
  /** Names of registered route middleware, in order. */
  middleware?: string[]
  validate?: RouteValidate
  /** The members of the query that the loader reads, and the values of each with which the page may be stored. */
  query?: Readonly<Record<string, RegExp>>
  /** Shows one visitor's own data, or reads a cookie: never stored. */
  personal?: true
  /** False keeps the page out of search engines and of the sitemap. */
  index?: false
}

/** What the renderer and the page's head are told of a matched page. */
export type RouteHandle = { personal: boolean; index: boolean }

/** What a file of `client/pages` exports. */
export type PageModule = { Component: ComponentType; loader?: LoaderFunction }

/** The page's file below `client/`, as the build's manifest knows it. */
export const pageFile = (page: string) => `./pages/${page}.tsx`

export type RouteParts = {
  /** Around everything, and there to stay when pages and errors come and go. */
  Root: ComponentType
  table: readonly PageRoute[]
  layouts: Record<PageRoute['layout'], ComponentType>
  middleware: Readonly<Record<string, RouteMiddleware>>
  loadPage(page: string): Promise<PageModule>
}

/** React Router's routes from the route table: a layout over its pages, errors shown by one error page. */
export function createRoutes({ Root, table, layouts, middleware, loadPage }: RouteParts): RouteObject[] {
  return [
    {
      id: 'root',
      Component: Root,
      children: [{ id: 'pages', ErrorBoundary: RouteErrorPage, children: pages() }],
    },
  ]

  function pages(): RouteObject[] {
    return [
      ...Object.entries(layouts).map(([name, Layout]) => ({
        id: `${name}-layout`,
        Component: Layout,
        children: table.filter((route) => route.layout === name).map(pageRoute),
      })),
      { id: 'not-found', path: '*', loader: refuse, Component: Nothing },
    ]
  }

  function pageRoute(route: PageRoute): RouteObject {
    return {
      id: route.page,
      path: route.path,
      caseSensitive: true,
      handle: { personal: route.personal === true, index: route.index !== false } satisfies RouteHandle,
      lazy: async () => {
        const { Component, loader } = await loadPage(route.page)
        return { Component, loader: guard(route, loader) }
      },
    }
  }

  function guard(route: PageRoute, loader: LoaderFunction | undefined): LoaderFunction | undefined {
    const { middleware: names, validate } = route
    if (!names && !validate) return loader
    return async (args: LoaderFunctionArgs, handlerContext) => {
      if (names) await runRouteMiddleware(names, middleware, args)
      if (validate) await runRouteValidate(validate, args)
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
