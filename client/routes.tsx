import type { SitePage, StorablePage } from '#shared/render.ts'
import { createRoutes, type PageModule, pageFile } from './framework/create-routes.tsx'
import { Root } from './framework/root.tsx'
import { DefaultLayout } from './layouts/default-layout.tsx'
import { HomeLayout } from './layouts/home-layout.tsx'
import { routeTable } from './route-table.ts'

/** The pages that the server may list for search engines, and draw cards of. */
export const pages: readonly SitePage[] = routeTable.map(({ path, index = true }) => ({ path, index }))

/** The pages that the server may keep and send to everyone. */
export const storablePages: readonly StorablePage[] = routeTable
  .filter(({ personal }) => !personal)
  .map(({ path, query = {} }) => ({ path, query }))

const pageModules = import.meta.glob<PageModule>('./pages/*.tsx')

/** @param load how a page's code is fetched; the browser has its own way with failures */
export function createAppRoutes(load = loadPage) {
  return createRoutes({
    Root,
    table: routeTable,
    layouts: { home: HomeLayout, default: DefaultLayout },
    middleware: {},
    loadPage: load,
  })
}

/** The code of one page; in the browser a chunk of its own. */
export async function loadPage(page: string): Promise<PageModule> {
  const load = pageModules[pageFile(page)]
  if (!load) throw new Error(`The route table names client/pages/${page}.tsx, which does not exist`)
  return load()
}
