import type { RouteObject } from 'react-router'
import { deskPages } from '#shared/routes/desk-routes.ts'
import type { PageModule } from '../site/framework/create-routes.tsx'
import { PageError } from '../site/framework/page-error.ts'
import { DeskFrame, loadFrame } from './frame/desk-frame.tsx'
import { BareErrorPage, DeskErrorPage } from './frame/error-page.tsx'
import { frameId } from './frame/use-frame.ts'

type Page = keyof typeof deskPages

/** Only the server renders the desk, so visitors download none of it. */
const modules = import.meta.glob<PageModule>('./pages/*.tsx', { eager: true })

/** These pages are personal, so they are never stored. */
const handle = { personal: true, index: false }

/** Pages without the frame, whose loader requires a signed-in person. */
const beforeSignIn: readonly Page[] = ['sign-in', 'sent', 'open']

export function createDeskRoutes(): RouteObject[] {
  const names = Object.keys(deskPages) as Page[]
  const pages = names.filter((name) => !beforeSignIn.includes(name)).map(routeOf)
  return [
    {
      id: 'pages',
      handle,
      ErrorBoundary: BareErrorPage,
      children: [
        ...beforeSignIn.map(routeOf),
        {
          id: frameId,
          loader: loadFrame,
          Component: DeskFrame,
          children: [
            {
              id: 'desk-pages',
              ErrorBoundary: DeskErrorPage,
              children: [...pages, { id: 'desk-not-found', path: '*', loader: refuse }],
            },
          ],
        },
      ],
    },
  ]
}

function routeOf(name: Page): RouteObject {
  const page = modules[`./pages/${name}.tsx`]
  if (!page) throw new Error(`deskPages names client/desk/pages/${name}.tsx, which does not exist`)
  const { Component, loader } = page
  return { id: `desk-${name}`, path: deskPages[name], Component, ...(loader && { loader }) }
}

function refuse(): never {
  throw new PageError(404)
}
