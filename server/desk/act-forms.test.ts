import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { deskActPatterns, deskPages } from '#shared/routes/desk-routes.ts'
import { deskEndpoints } from './api.ts'
import { pageOf } from './form-router.ts'

const files = globSync('client/desk/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))

const acts = deskEndpoints.flatMap(({ method, path }) => {
  const [, room, verb] = /^\/api\/desk\/(\w+)\/:\w+\/([\w-]+)$/.exec(path) ?? []
  return method === 'post' && room && verb ? [[room, verb] as const] : []
})

test.each(acts)('the desk has a form for %s, %s', (room, verb) => {
  const [route] = Object.entries(deskActPatterns).find(([, path]) => path === `/desk/${room}/:id/:act`) ?? []
  // Other rooms may have an act of the same name.
  const ofRoom = files.filter((file) => file.includes(`deskRoutes.${route}(`))
  // A verb before a colon is the key of a sentence.
  expect(ofRoom.join('\n')).toMatch(new RegExp(`'${verb}'(?!:)`))
})

test.each(acts)('a page says what became of %s, %s', (room, verb) => {
  const leadsTo = decodeURIComponent(pageOf(room, ':id'))
  const [page] = Object.entries(deskPages).find(([, path]) => path === leadsTo) ?? []
  expect(readWithParts(`client/desk/pages/${page}.tsx`)).toMatch(new RegExp(`\\s'?${verb}'?: `))
})

/** A page's source, and that of the files of the desk that it is made of. */
function readWithParts(file: string): string {
  const text = readFileSync(file, 'utf8')
  const parts = Array.from(text.matchAll(/from '(\.{1,2}\/.+\.tsx)'/g), ([, path = '']) =>
    join(dirname(file), path),
  )
  const ofDesk = parts.filter((path) => path.startsWith('client/desk/'))
  return [text, ...ofDesk.map(readWithParts)].join('\n')
}
