import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { deskPages, deskRoutes } from '#shared/routes/desk-routes.ts'
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

const files = globSync('client/desk/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}))
/** Redirects alone lead to these. */
const unlinked = ['sent', 'open']
const linked = Object.entries(deskPages).filter(
  ([name, path]) => !path.includes(':') && !unlinked.includes(name),
)

test.each(linked)('another file links to the page %s', (name, path) => {
  const [route = name] = Object.entries(deskRoutes).find(([, each]) => each === path) ?? []
  const elsewhere = files.filter(({ file }) => file !== `client/desk/pages/${name}.tsx`)
  // A form's `action` is no link.
  const link = new RegExp(`(?<!action=\\{)\\bdeskRoutes\\.${route}\\b`)
  expect(elsewhere.some(({ text }) => link.test(text))).toBe(true)
})
