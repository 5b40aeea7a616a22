import { Validator } from '@seriousme/openapi-schema-validator'
import { Router } from 'express'
import supertest from 'supertest'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { apiRoutes } from '#shared/api-routes.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import { errorCodes } from '#shared/error-codes.ts'
import { problemSchema } from '#shared/problem.ts'
import { operationRoutes, routes } from '#shared/routes.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { api } from './document.ts'

const METRICS_TOKEN = 'a-token-of-metrics'

let site: TestApp
let served: string[]

beforeAll(async () => {
  const spies = spyOnRouters()
  site = await createTestApp({ METRICS_TOKEN })
  served = spies.listRoutes()
  return () => site.ctx.close()
})

/** Addresses of pages, their forms and their pictures. */
const pages = new Set<unknown>([...Object.values({ ...routes, ...deskRoutes }), '/cards/:name.png'])
/** Middleware answers any path below it. */
const content = `${apiRoutes.content}/:path`

test('exactly the addresses that aren’t pages are described', () => {
  const described = Object.entries(api).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  )
  // The desk's forms have addresses below its pages.
  const isPage = (path = '') => pages.has(path) || path.startsWith('/desk/') || path === routes.licences
  const ofPrograms = served.filter((route) => !isPage(route.split(' ')[1]))
  expect(described.toSorted()).toEqual([...ofPrograms, `get ${content}`, `post ${content}`].toSorted())
})

test('the document is valid OpenAPI 3.1, and may be kept for a while', async () => {
  const { body, headers } = await supertest(site.app).get(apiRoutes.description).expect(200)
  expect(await new Validator().validate(body)).toEqual({ valid: true })
  expect(body.openapi).toBe('3.1.0')
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=300', etag: expect.any(String) })
  await supertest(site.app).get(apiRoutes.description).set('If-None-Match', String(headers.etag)).expect(304)
})

test('every error code is some address’s, the operator’s, a page’s, or any unknown address’s', async () => {
  const { text } = await supertest(site.app).get(apiRoutes.description)
  const elsewhere = ['bad_request', 'not_found', 'method_not_allowed', 'link_spent']
  const unused = Object.entries(errorCodes).filter(
    ([code, { meaning }]) =>
      !text.includes(`\`${code}\`: `) && !meaning.startsWith('For the operator') && !elsewhere.includes(code),
  )
  expect(unused).toEqual([])
})

describe('an answer has the type and shape of its description', () => {
  const plain = Object.entries(api).filter(([path, { get }]) => get && !path.includes(':'))

  test.each(plain)('GET %s', async (path, { get }) => {
    const { status, type, text } = await supertest(site.app)
      .get(path)
      .set(path === operationRoutes.metrics ? { Authorization: `Bearer ${METRICS_TOKEN}` } : {})
    if (type === 'application/problem+json') {
      const { code } = problemSchema.parse(JSON.parse(text))
      return expect(get?.errors).toContain(code)
    }
    const schema = get?.answers[status]?.content?.[type]
    expect([path, type, schema]).toEqual([path, type, expect.anything()])
    schema?.parse(type.endsWith('json') ? JSON.parse(text) : text)
  })
})

/** Records routes while the site is built. Mounted routers lose their mount's path. */
function spyOnRouters() {
  const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
  const use = vi.spyOn(Router.prototype, 'use')
  const told = methods.map((method) => ({ method, spy: vi.spyOn(Router.prototype, method) }))

  function mountOf(router: unknown): string {
    const index = use.mock.calls.findIndex((args) => args.flat().includes(router))
    if (index === -1) return ''
    const [path] = use.mock.calls[index] ?? []
    return mountOf(use.mock.contexts[index]) + (typeof path === 'string' ? path : '')
  }

  return {
    /** Such as "get /api/orders/:id". */
    listRoutes(): string[] {
      const found = told.flatMap(({ method, spy }) =>
        spy.mock.calls.flatMap(([paths], index) =>
          [paths].flat().map((path) => `${method} ${mountOf(spy.mock.contexts[index])}${path}`),
        ),
      )
      vi.restoreAllMocks()
      return [...new Set(found.map((route) => route.replace('//', '/').replace(/(?<=\w)\/$/, '')))]
    },
  }
}
