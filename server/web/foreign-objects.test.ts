import type { Response } from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { someOf } from '#shared/testing/properties.ts'
import { listForms, listJsonBodies, unreadForms } from '../testing/support/read-bodies.ts'
import { replaceMembers } from '../testing/support/replace-members.ts'
import { openSignedInSite, type SignedInSite } from '../testing/support/signed-in-site.ts'
import { api } from './openapi/document.ts'
import { patternOf } from './path-pattern.ts'

let site: SignedInSite
beforeAll(async () => {
  site = await openSignedInSite()
})
afterAll(() => site.close())

const forms = listForms()

/** JSON that has no text of its own, and lists without a first element. */
const foreign = ['{"toString":1}', '[]', '[[]]', 'null']

test('every form that the site serves is walked, and every walked one is served', () => {
  const isForm = (path: string) => !path.startsWith('/api/')
  const isWalked = (served: string) => forms.some(({ path }) => patternOf(served).test(path))
  expect(site.posts.filter((served) => isForm(served) && !isWalked(served)).toSorted()).toEqual(
    unreadForms.toSorted(),
  )
  const isServed = (path: string) => site.posts.some((served) => patternOf(served).test(path))
  expect(forms.filter(({ path }) => !isServed(path))).toEqual([])
})

test.each(listJsonBodies())('$name refuses what its schema refuses, and fails on nothing', async (read) => {
  const schema = api[read.path]?.post?.body?.['application/json']
  const values = foreign.map((text) => JSON.parse(text))
  const replaced = values.flatMap((value) => replaceMembers(read.body, value).map(({ body }) => body))
  for (const body of [...values, ...someOf(replaced)]) {
    const sent = JSON.stringify(body)
    const answer = await site.send(read, sent)
    const name = `${sent} is answered by ${answer.status} ${answer.text}`
    requireAnswer(read.path, answer, name)
    // Queries of content skip what they can't use.
    if (schema && !isContent(read.path) && !z.safeParse(schema, body).success)
      expect(answer.status, name).toBeGreaterThanOrEqual(400)
  }
})

test.each(forms)('$name fails on no field that is sent twice, or as a list', async (read) => {
  const fields = Object.entries(read.body).map(([name, value]) => [name, String(value)])
  const names = [...fields.flatMap(([name]) => [`${name}[]`, `${name}[toString]`]), '__proto__']
  const lists = names.map((name) => [name, '1'])
  const twice = fields.map(([name = '']) => [...fields.filter(([other]) => other !== name), ...both(name)])
  for (const sent of [lists, ...someOf(twice)]) {
    const body = new URLSearchParams(sent as [string, string][]).toString()
    const answer = await site.send(read, body)
    requireAnswer(read.path, answer, `${body} is answered by ${answer.status}`)
  }
})

const queries = Object.entries(api).flatMap(([path, { get }]) =>
  get?.query ? [{ path, names: Object.keys(get.query.shape) }] : [],
)

test.each(queries)('$path fails on no query that is sent twice, or as a list', async ({ path, names }) => {
  for (const name of someOf(
    names.flatMap((each) => [each, `${each}[]`, `${each}[toString]`]),
    1 / 2,
  )) {
    const query = new URLSearchParams(both(name)).toString()
    requireAnswer(path, await site.get(`${path}?${query}`), query)
  }
})

test('staff and customer were signed in until the end', async () => {
  await site.get(deskApiRoutes.me).expect(200)
  await site.get(apiRoutes.licencesMine).expect(200)
})

function both(name: string): [string, string][] {
  return ['1', '2'].map((value) => [name, value])
}

/** Refusals are problem+json, or the form's page. Content refuses as Nuxt Content does. */
function requireAnswer(path: string, { status, type }: Response, name: string): void {
  expect(status, name).toBeLessThan(500)
  const refusals = isContent(path) ? ['application/json'] : ['application/problem+json', 'text/html']
  if (status >= 400) expect(refusals, name).toContain(type)
}

function isContent(path: string): boolean {
  return path.startsWith(apiRoutes.content)
}
