import { Outlet } from 'react-router'
import { routeTable } from './route-table.ts'
import { createRoutes, type PageModule, pageFile } from './site/framework/create-routes.tsx'
import { Root } from './site/framework/root.tsx'
import { PageFrame } from './site/layouts/frame.tsx'
import { Hero } from './site/layouts/hero.tsx'

const pageModules = import.meta.glob<PageModule>('./pages/*/page.tsx')

/**
 * @param load the browser's own loader, which handles failures
 * @param loaded page modules that the browser already has, by name
 */
export function createAppRoutes(load = loadPage, loaded: Record<string, PageModule> = {}) {
  return createRoutes({
    Root,
    Frame: PageFrame,
    table: routeTable,
    layouts: { home: HomeLayout, default: Outlet },
    middleware: {},
    loadPage: load,
    loaded,
  })
}

/** In the browser each page is a separate chunk. */
export async function loadPage(page: string): Promise<PageModule> {
  const load = pageModules[pageFile(page)]
  if (!load) throw new Error(`The route table names client/pages/${page}/page.tsx, which does not exist`)
  return load()
}

function HomeLayout() {
  return (
    <>
      <Hero />
      <Outlet />
    </>
  )
}
