import { expect, test } from 'vitest'
import { isOwnPage } from '#shared/own-pages.ts'
import { routeTable } from './route-table.ts'

test('a page that is made for one visitor has no analytics', () => {
  const personal = routeTable.filter((route) => route.personal).map(({ path }) => path)
  expect(personal).not.toEqual([])
  expect(personal.filter((path) => !isOwnPage(path))).toEqual([])
})
