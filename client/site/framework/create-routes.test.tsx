import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Outlet } from 'react-router'
import { expect, test } from 'vitest'
import type { PageRequest, PageResponse } from '#shared/pages/render.ts'
import { createRoutes, type PageModule, type PageRoute } from './create-routes.tsx'
import { PageError } from './page-error.ts'
import { createPageRenderer } from './page-renderer.tsx'

const site = {
  product: 'Product',
  productId: 'test',
  description: 'What it is.',
  keywords: ['one'],
  company: {
    name: 'Company',
    country: 'AU',
    countryName: 'Australia',
    abn: '00 000 000 000',
    email: 'a@b.example',
    timeZone: 'UTC',
    since: 2018,
  },
  bankTransfer: { dueDays: 14, remindAfterDays: [10, 17], lapseAfterDays: 30 },
  bankAccount: { bsb: '000-000', number: '00000000' },
  analyticsId: '',
  licenceKeyPrefix: 'TEST',
  downloads: { baseUrl: 'https://downloads.example' },
  trial: null,
  licensing: { movesPerSeat: 4, movesAtLeast: 6, movesDays: 30 },
  reminders: { beforeDays: 30, newRelease: true },
}

test('a page is rendered inside its layout', async () => {
  const { status, html } = await render('/', { pages: { home: { Component: () => <h1>Hello</h1> } } })
  expect(status).toBe(200)
  expect(html).toContain('<h1>Hello</h1>')
})

test('an address that no route matches is the 404 page', async () => {
  const { status, html, errors } = await render('/nowhere', {})
  expect(status).toBe(404)
  expect(html).toContain('This page could not be found')
  expect(html).toContain('Return to Home page')
  expect(html).toContain('<title>This page could not be found - Product</title>')
  expect(errors).toEqual([])
})

test('a failing validate is the 404 page, a passing one lets the page through', async () => {
  const route = {
    validate: ({ params }: { params: Record<string, string | undefined> }) => params['*'] === 'yes',
  }
  const pages = { item: { Component: () => <h1>Item</h1> } }
  const table = [{ path: '/item/*', page: 'item', layout: 'default' as const, ...route }]
  expect((await render('/item/yes', { table, pages })).status).toBe(200)
  const refused = await render('/item/no', { table, pages })
  expect(refused.status).toBe(404)
  expect(refused.html).toContain('This page could not be found')
})

test('an unknown route middleware is an error 500 that names it', async () => {
  const table = [{ path: '/', page: 'home', layout: 'home' as const, middleware: ['auth'] }]
  const { status, html, errors } = await render('/', { table })
  expect(status).toBe(500)
  expect(html).toContain('An error occurred')
  expect(html).toContain('Unknown middleware auth')
  expect(String(errors[0])).toContain('Unknown middleware auth')
})

test('route middleware runs before the loader and may refuse', async () => {
  const order: string[] = []
  const table = [{ path: '/', page: 'home', layout: 'home' as const, middleware: ['first', 'second'] }]
  const pages = {
    home: { Component: () => null, loader: () => order.push('loader') },
  }
  const middleware = {
    first: () => void order.push('first'),
    second: () => {
      order.push('second')
      throw new PageError(404)
    },
  }
  expect((await render('/', { table, pages, middleware })).status).toBe(404)
  expect(order).toEqual(['first', 'second'])
})

test('a loader’s error goes to the log and not to the visitor', async () => {
  const loader = () => {
    throw new Error('secret of the database')
  }
  const { status, html, errors } = await render('/', { pages: { home: { Component: () => null, loader } } })
  expect(status).toBe(500)
  expect(html).toContain('An error occurred')
  expect(html).not.toContain('secret')
  expect(String(errors[0])).toContain('secret of the database')
})

test('a component that throws is an error page with status 500', async () => {
  const Component = () => {
    throw new Error('bad render')
  }
  const { status, html, errors } = await render('/', { pages: { home: { Component } } })
  expect(status).toBe(500)
  expect(html).toContain('An error occurred')
  expect(html).not.toContain('bad render')
  expect(errors.map(String)).toEqual(['Error: bad render'])
})

test('when the error page fails too, there is still a page with a way home', async () => {
  const broken = { site: { ...site, company: null as never } }
  const { status, html } = await render('/nowhere', { state: broken })
  expect(status).toBe(500)
  expect(html).toContain('An error occurred while showing the error page')
  expect(html).toContain('<a href="/">Go back to home</a>')
})

test('a redirect of a loader is handed to the server', async () => {
  const loader = () => new Response(null, { status: 302, headers: { location: '/elsewhere' } })
  const page = await answer('/', { pages: { home: { Component: () => null, loader } } })
  expect(page).toEqual({ kind: 'redirect', status: 302, location: '/elsewhere' })
})

type Setup = {
  table?: PageRoute[]
  pages?: Record<string, PageModule>
  middleware?: Parameters<typeof createRoutes>[0]['middleware']
  state?: Partial<PageRequest['state']>
  onError?: (error: unknown) => void
}

async function render(path: string, setup: Setup) {
  const errors: unknown[] = []
  const page = await answer(path, { ...setup, onError: (error) => errors.push(error) })
  if (page.kind !== 'page') throw new Error('expected a page')
  const body = new PassThrough()
  page.pipe(body)
  return { status: page.status, html: await text(body), errors }
}

function answer(path: string, setup: Setup): Promise<PageResponse> {
  const { table = [{ path: '/', page: 'home', layout: 'home' }], pages = {}, middleware = {} } = setup
  const renderPage = createPageRenderer(
    createRoutes({
      Root: Outlet,
      Frame: Outlet,
      table,
      layouts: { home: Outlet, default: Outlet },
      middleware,
      loadPage: async (page) => pages[page] ?? { Component: () => null },
    }),
  )
  return renderPage({
    url: new URL(`http://localhost${path}`),
    signal: new AbortController().signal,
    state: {
      site,
      config: {
        siteUrl: '',
        apiBaseUrl: '',
        analyticsId: '',
        verification: { siteKey: '', baseUrl: '' },
        cardPayments: false,
        phoneRemote: true,
      },
      year: 2030,
      latestRelease: { version: '2.3.0', date: '2026-11-14' },
      ...setup.state,
    },
    pricing: Promise.resolve(null),
    services: {
      content: async () => null,
      help: async () => ({ found: [], unknown: [], isNear: false }),
      order: async () => null,
      quote: async () => null,
      mine: async () => null,
    },
    assetsFor: () => noAssets,
    deskAssets: () => noAssets,
    onError: setup.onError ?? (() => {}),
  })
}

const noAssets = {
  scripts: [],
  styles: [],
  inlineStyle: null,
  lateStyles: [],
  pageFiles: null,
  fonts: [],
  modules: [],
}
