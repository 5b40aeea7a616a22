import { Validator } from '@seriousme/openapi-schema-validator'
import supertest from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ErrorCode, errorCodes } from '#shared/http/error-codes.ts'
import { problemSchema } from '#shared/http/problem.ts'
import { webhookTypes } from '#shared/orders/webhooks.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { operationRoutes, routes } from '#shared/routes/routes.ts'
import { spyOnRouters } from '../../testing/support/served-routes.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
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

const documents = [apiRoutes.description, apiRoutes.deskDescription]

async function read(path: string = apiRoutes.description) {
  return (await supertest(site.app).get(path).expect(200)).body
}

test.each(documents)('%s is valid OpenAPI 3.1, and may be kept for a while', async (path) => {
  const { body, headers } = await supertest(site.app).get(path).expect(200)
  expect(await new Validator().validate(body)).toEqual({ valid: true })
  expect(body.openapi).toBe('3.1.0')
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=300', etag: expect.any(String) })
  await supertest(site.app).get(path).set('If-None-Match', String(headers.etag)).expect(304)
})

test('the desk’s addresses stand in its own document, and all others in the site’s', async () => {
  const [ofSite, ofDesk] = await Promise.all(documents.map(read))
  const isDesk = (path: string) => path.startsWith('/api/desk/')
  expect(Object.keys(ofSite.paths).filter(isDesk)).toEqual([])
  expect(Object.keys(ofDesk.paths).filter((path) => !isDesk(path))).toEqual([])
  const paths = Object.keys({ ...ofSite.paths, ...ofDesk.paths })
  expect(paths).toHaveLength(Object.keys(api).length)
})

test('what clients name has a name, and every answer is open to new members', async () => {
  const { components, paths } = await read()
  const names = ['Licence', 'Activation', 'Verdict', 'SignedLicence', 'SignedTrial', 'SignedVerdict', 'Order']
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(names))
  const answers = Object.values<Record<string, { responses: object }>>(paths).flatMap((item) =>
    Object.values(item).map(({ responses }) => responses),
  )
  expect(JSON.stringify([components, answers])).not.toContain('"additionalProperties":false')
})

// The site's document stays short, because clients are made from it.
test.each([
  [apiRoutes.description, 7],
  [apiRoutes.deskDescription, 12],
])(
  'in %s a shape of more than %i members that several answers have stands once, under its name',
  async (path, members) => {
    const unnamed = shapesIn(await read(path)).filter(
      ({ properties }) => Object.keys(properties).length > members,
    )
    const texts = unnamed.map((shape) => JSON.stringify(Object.keys(shape.properties)))
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  },
)

function shapesIn(value: unknown): { properties: object }[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(shapesIn)
  return 'properties' in value && value.properties instanceof Object
    ? [{ properties: value.properties }, ...inside]
    : inside
}

test('a refusal’s code tells which members it has', async () => {
  const { components, paths } = await read()
  const { $ref } = paths[apiRoutes.activation].post.responses[409]
  const { schema } = components.responses[$ref.split('/').at(-1)].content['application/problem+json']
  expect(schema.anyOf).toContainEqual({ $ref: '#/components/schemas/SeatLimitReachedProblem' })
  const [common, own] = components.schemas.SeatLimitReachedProblem.allOf
  expect(common).toEqual({ $ref: '#/components/schemas/Problem' })
  expect(own.properties).toMatchObject({
    code: { const: 'seat_limit_reached' },
    activations: { items: { $ref: '#/components/schemas/Activation' } },
  })
})

test('a status that an address describes has each code, also of those that every address shares', async () => {
  for (const { components, paths } of await Promise.all(documents.map(read))) {
    const codesOf = ({ $ref = '' } = {}) => {
      const { description = '' } = components.responses[$ref.replace(/.*\//, '')] ?? {}
      return Array.from(description.matchAll(/`(\w+)`: /g), ([, code]) => code as ErrorCode)
    }
    const operations = Object.values<Record<string, Described>>(paths).flatMap((item) => Object.values(item))
    for (const { operationId, responses } of operations) {
      for (const code of codesOf(responses.default)) {
        const own = responses[errorCodes[code].status]
        if (own) expect([operationId, codesOf(own)]).toEqual([operationId, expect.arrayContaining([code])])
      }
    }
  }
})

type Described = { operationId: string; responses: Record<string, { $ref?: string }> }

test('every operation has a name that says its method and address, and no other has', async () => {
  const [ofSite, ofDesk] = await Promise.all(documents.map(read))
  const ids = [ofSite.paths, ofSite.webhooks, ofDesk.paths].flatMap((items) =>
    Object.values<Record<string, { operationId?: string }>>(items).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    ),
  )
  for (const id of ids) expect(id).toMatch(/^(get|post|delete|on)[A-Z][A-Za-z0-9]+$/)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids).toEqual(
    expect.arrayContaining(['getOrder', 'postCheckout', 'getDeskOrders', 'getDeskOrder', 'onOrderPaid']),
  )
})

test('a content query’s conditions are described in brackets, as its address takes them', async () => {
  const { paths } = await read()
  const { parameters } = paths['/_content/{path}'].get
  const inBrackets = parameters.filter(({ style }: { style?: string }) => style === 'deepObject')
  expect(inBrackets).toMatchObject([{ name: 'where' }, { name: 'surround' }])
})

test('each message to another program is described', async () => {
  const { body } = await supertest(site.app).get(apiRoutes.description).expect(200)
  expect(Object.keys(body.webhooks)).toEqual([...webhookTypes])
  const { schema } = body.webhooks['order.refunded'].post.requestBody.content['application/json']
  expect(schema.properties.data).toEqual({ $ref: '#/components/schemas/PublishedOrder' })
  expect(body.components.schemas.PublishedOrder.properties).toHaveProperty('refunded')
})

const isForm = (body: object = {}) => 'application/x-www-form-urlencoded' in body
const plainForms = Object.entries(api).filter(([path, { post }]) => isForm(post?.body) && !path.includes(':'))

test.each(plainForms)('a browser’s empty form to %s gets what is described', async (path) => {
  const { body } = await supertest(site.app).get(apiRoutes.description).expect(200)
  for (const accept of ['text/html', '*/*']) {
    const { status, type } = await supertest(site.app).post(path).type('form').set('Accept', accept).send({})
    const answer = body.paths[path].post.responses[status] ?? {}
    const { content = {} } = answer.$ref ? body.components.responses[answer.$ref.split('/').at(-1)] : answer
    expect([path, status, Object.keys(content)]).toEqual([path, status, expect.arrayContaining([type])])
  }
})

test('without a token the measurements’ missing page is described', async () => {
  const bare = await createTestApp({})
  const { status, type } = await supertest(bare.app).get(operationRoutes.metrics)
  expect(api[operationRoutes.metrics]?.get?.answers[status]?.content).toHaveProperty([type])
  await bare.ctx.close()
})

test('every error code is some address’s, the operator’s, a page’s, or any unknown address’s', async () => {
  const text = JSON.stringify(await Promise.all(documents.map(read)))
  const elsewhere = ['not_found', 'method_not_allowed', 'link_spent']
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
