import { Validator } from '@seriousme/openapi-schema-validator'
import supertest from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '#shared/api-routes.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import { errorCodes } from '#shared/error-codes.ts'
import { problemSchema } from '#shared/problem.ts'
import { operationRoutes, routes } from '#shared/routes.ts'
import { spyOnRouters } from '../testing/served-routes.ts'
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
