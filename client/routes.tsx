import type { StorablePage } from '#shared/render.ts'
import { routes } from '#shared/routes.ts'
import { createRoutes, type PageModule, type PageRoute, pageFile } from './framework/create-routes.tsx'
import { Root } from './framework/root.tsx'
import { DefaultLayout } from './layouts/default-layout.tsx'
import { HomeLayout } from './layouts/home-layout.tsx'

/** Every page of the site. An entry may also name route middleware, and a `validate` that decides on a 404. */
export const routeTable: readonly PageRoute[] = [
  { path: routes.home, page: 'home', layout: 'home' },
  { path: routes.pricing, page: 'pricing', layout: 'default' },
  { path: routes.downloads, page: 'downloads', layout: 'default' },
  {
    path: routes.news,
    page: 'news',
    layout: 'default',
    // A search is rendered each time: there are too many to keep.
    query: { page: /^[1-9]\d{0,3}$/, q: /^$/ },
  },
  { path: '/news/*', page: 'article', layout: 'default' },
  { path: routes.whatsNew, page: 'whats-new', layout: 'default' },
  { path: routes.contact, page: 'contact', query: { sent: /^$/ }, layout: 'default' },
  { path: routes.activation, page: 'activation', layout: 'default' },
  { path: routes.shop, page: 'shop', layout: 'default' },
  { path: routes.cart, page: 'cart', layout: 'default' },
  { path: routes.completed, page: 'completed', layout: 'default', personal: true },
  { path: routes.disclaimer, page: 'disclaimer', layout: 'default' },
  { path: routes.privacy, page: 'privacy', layout: 'default' },
  { path: routes.terms, page: 'terms', layout: 'default' },
]

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
