import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isOwnPage } from '#shared/pages/own-pages.ts'
import { routeTable } from './route-table.ts'
import { pageFile } from './site/framework/create-routes.tsx'

test('a page that is made for one visitor has no analytics', () => {
  const personal = routeTable.filter((route) => route.personal).map(({ path }) => path)
  expect(personal).not.toEqual([])
  expect(personal.filter((path) => !isOwnPage(path))).toEqual([])
})

test('every page has its file', () => {
  const missing = routeTable.filter(({ page }) => !existsSync(new URL(pageFile(page), import.meta.url)))
  expect(missing).toEqual([])
})
