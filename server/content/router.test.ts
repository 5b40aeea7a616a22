import { fileURLToPath } from 'node:url'
import express, { type Express } from 'express'
import fc from 'fast-check'
import request from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { runs } from '#shared/testing/properties.ts'
import { createRouter } from './router.ts'
import { openContentStore } from './store.ts'

let app: Express

beforeAll(async () => {
  const dir = fileURLToPath(new URL('fixtures/corpus', import.meta.url))
  const content = await openContentStore({ dir, drafts: true, now: () => new Date() })
  app = express()
  app.use('/parsed/_content', express.json(), createRouter({ content }))
  app.use('/_content', createRouter({ content }))
})

test('a list tells how many matches there are before skip and limit', async () => {
  const response = await post('/news', { where: { category: 'product' }, limit: 2, only: ['slug'] })
  expect(response.body).toHaveLength(2)
  expect(response.headers['x-total-count']).toBe('9')
})

test('a document has a strong tag, and nothing is sent again for it', async () => {
  const first = await request(app).get('/_content/about')
  expect(first.headers.etag).toMatch(/^"[^"]+"$/)
  const second = await request(app)
    .get('/_content/about')
    .set('If-None-Match', first.headers.etag as string)
  expect([second.status, second.text]).toEqual([304, ''])
})

test('an answer is sent in the coding that is asked for, each with a tag of its own', async () => {
  const ask = (encoding: string) =>
    request(app).get('/_content/news?deep=true').set('Accept-Encoding', encoding)
  const plain = await ask('identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  const tags = new Set([plain.headers.etag])
  for (const encoding of ['br', 'gzip']) {
    const smaller = await ask(encoding)
    expect(smaller.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
    expect(Number(smaller.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']))
    expect(smaller.body).toEqual(plain.body)
    const known = await ask(encoding).set('If-None-Match', String(smaller.headers.etag))
    expect(known.status).toBe(304)
    tags.add(smaller.headers.etag)
  }
  expect(tags.size).toBe(3)
})

test('a short answer isn’t compressed', async () => {
  const { headers } = await request(app).get('/_content/about?only=slug').set('Accept-Encoding', 'br')
  expect(headers['content-encoding']).toBeUndefined()
})

test('HEAD answers as GET without the body', async () => {
  const response = await request(app).head('/_content/about')
  expect(response.status).toBe(200)
  expect(Number(response.headers['content-length'])).toBeGreaterThan(100)
})

test('a body that was parsed before is taken', async () => {
  const response = await request(app).post('/parsed/_content/about').send({ only: 'slug' })
  expect(response.body).toEqual({ slug: 'about' })
})

test('the prefix is matched whatever its case, the path is not', async () => {
  expect((await request(app).get('/_CONTENT/about')).status).toBe(200)
  expect((await request(app).get('/_content/About')).status).toBe(404)
})

describe('in a query string all values are text, which comparisons read as JavaScript does', () => {
  test.each<[string, object]>([
    ['views=95', { where: { views: '95' } }],
    ['views_gte=400', { where: { views: { $gte: 400 } } }],
    ['where[views_gte]=400', { where: { views_gte: 400 } }],
    ['where[views][$lt]=100', { where: { views: { $lt: 100 } } }],
    ['title_contains=2', { where: { title: { $contains: '2' } } }],
    ['where[$or][0][views_gt]=400', { where: { $or: [{ views_gt: '400' }] } }],
    [
      'where[$or][0][$and][0][title][$contains]=2',
      { where: { $or: [{ $and: [{ title: { $contains: '2' } }] }] } },
    ],
  ])('%s', async (query, body) => {
    const got = await request(app).get(`/_content/news?${query}&only=slug`)
    const posted = await post('/news', { ...body, only: 'slug' })
    expect([got.status, got.body]).toEqual([posted.status, posted.body])
  })
})

describe('is read as the model reads it:', () => {
  const slugs = async (body: unknown) => {
    const sent = request(app).post('/_content/news').type('json').send(JSON.stringify(body))
    return (await sent).body.map(({ slug }: { slug: string }) => slug)
  }
  const all = () => slugs({})

  test('a list instead of an object', async () => {
    expect(await slugs([])).toEqual(await all())
    expect(await slugs({ where: [] })).toEqual(await all())
    expect(await slugs({ where: ['x'] })).toEqual([])
  })

  test('a number in a list of keys sorts by nothing', async () => {
    expect(await slugs({ sortBy: [5] })).toEqual(await all())
    expect(await slugs({ sortBy: [5, { title: 'desc' }] })).toEqual(await slugs({ sortBy: 'title:desc' }))
  })

  test('only “desc” sorts downwards', async () => {
    const upwards = await slugs({ sortBy: 'title' })
    for (const direction of ['DESC', 'descending', -1, '-1', null]) {
      expect(await slugs({ sortBy: [{ title: direction }] })).toEqual(upwards)
    }
    expect(await slugs({ sortBy: [{ title: 'desc' }] })).not.toEqual(upwards)
  })

  test('a long list in a query string', async () => {
    const slugs = Array.from({ length: 30 }, (_, index) => `where[slug][$in][]=${index}`)
    const { body } = await request(app)
      .get(`/_content/news?only[]=slug&${slugs.join('&')}`)
      .expect(200)
    expect(body).toEqual([])
  })

  test('thousands of values in $in', async () => {
    const values = Array.from({ length: 5_000 }, (_, index) => `post-${index}`)
    expect(await slugs({ where: { slug: { $in: [...values, 'dark-mode'] } } })).toEqual(['dark-mode'])
  })
})

test('the same text as query string and as body are two queries, with answers of their own', async () => {
  const get = () => request(app).get('/_content/about?only=title')
  const send = () => request(app).post('/_content/about').type('text').send('only=title')
  const statuses = []
  for (const ask of [send, get, send, get]) statuses.push((await ask()).status)
  expect(statuses).toEqual([400, 200, 400, 200])
})

describe('is refused with a message', () => {
  test.each([
    ['a truncated body', 400, '{"only":['],
    ['null', 400, 'null'],
    ['a negative limit', 400, '{"limit":-1}'],
    ['a fractional limit', 400, '{"limit":"2.9"}'],
    ['a number to skip with a unit', 400, '{"skip":"2px"}'],
    ['a number to sort by', 400, '{"sortBy":5}'],
    ['nothing to sort by in a list', 400, '{"sortBy":[null]}'],
    ['a body over 64 KiB', 413, JSON.stringify({ where: { title: 'x'.repeat(70_000) } })],
  ])('%s', async (_name, status, body) => {
    const response = await request(app).post('/_content/news').type('json').send(body)
    expect(response.status).toBe(status)
    expect(response.body).toEqual({ message: expect.any(String) })
    expect(response.headers).not.toHaveProperty('etag')
  })

  test('a malformed escape', async () => {
    const response = await request(app).get('/_content/%E0%A4%A')
    expect([response.status, response.body]).toEqual([400, { message: expect.stringContaining('path') }])
  })

  test('another method', async () => {
    const response = await request(app).delete('/_content/news')
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD, POST, PUT'])
  })
})

test('any query gets an answer below 500', async () => {
  const known = fc.constantFrom(
    'only',
    'without',
    'sortBy',
    'where',
    'search',
    'surround',
    'limit',
    'skip',
    'deep',
  )
  const operator = fc.constantFrom(
    '$in',
    '$and',
    '$or',
    '$not',
    '$regex',
    '$type',
    '$size',
    '$elemMatch',
    '$between',
  )
  const name = fc.oneof(
    known,
    operator,
    fc.constantFrom('title', 'tags', 'date', '__proto__', 'constructor'),
    fc.string(),
  )
  const query = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    ),
  })).value
  const path = fc.constantFrom('/', '/news', '/about', '/team', '/empty', '/__proto__', '/constructor')
  await fc.assert(
    fc.asyncProperty(path, query, async (at, body) => {
      const response = await request(app).post(`/_content${at}`).type('json').send(JSON.stringify(body))
      expect(response.status).toBeLessThan(500)
      if (response.status >= 400) expect(response.body).toEqual({ message: expect.any(String) })
    }),
    { numRuns: runs(300) },
  )
})

function post(path: string, body: object) {
  return request(app).post(`/_content${path}`).send(body)
}
