import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { deskPages } from '#shared/routes/desk-routes.ts'
import { createDeskRoutes } from './routes.tsx'

test('every file of a page has its address', () => {
  const files = globSync('client/desk/pages/*.tsx').map((file) => basename(file, '.tsx'))
  expect(files.toSorted()).toEqual(Object.keys(deskPages).toSorted())
})

test('every address leads to its page', () => {
  const routes = createDeskRoutes()
  const found = Object.values(deskPages).map((path) => matchRoutes(routes, path.replace(':id', 'none')))
  expect(found.map((each) => each?.at(-1)?.route.path)).toEqual(Object.values(deskPages))
})
