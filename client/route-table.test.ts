import { existsSync } from 'node:fs'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { isOwnPage } from '#shared/pages/own-pages.ts'
import { routeTable } from './route-table.ts'
import { createAppRoutes } from './routes.tsx'
import { pageFile, routeAt } from './site/framework/create-routes.tsx'

test('a page that is made for one visitor has no analytics', () => {
  const personal = routeTable.filter((route) => route.personal).map(({ path }) => path)
  expect(personal).not.toEqual([])
  expect(personal.filter((path) => !isOwnPage(path))).toEqual([])
})

test('the table alone finds the page that the router finds', () => {
  const routes = createAppRoutes()
  const paths = routeTable.flatMap(({ path }) => {
    const plain = path.replace('*', 'some-slug')
    return [plain, `${plain}/`, `${plain}/more`, plain.toUpperCase(), path.replace('/*', '')]
  })
  for (const path of [...paths, '/', '/nothing']) {
    const found = matchRoutes(routes, path)?.at(-1)
    const { route, params } = routeAt(routeTable, path) ?? {}
    expect(route?.page ?? 'not-found', path).toBe(found?.route.id)
    if (route) expect(params, path).toEqual(found?.params)
  }
})

test('every page has its file', () => {
  const missing = routeTable.filter(({ page }) => !existsSync(new URL(pageFile(page), import.meta.url)))
  expect(missing).toEqual([])
})
