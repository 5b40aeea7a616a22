import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contactReceiptSchema } from '#shared/contact/contact.ts'
import { problemSchema } from '#shared/http/problem.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import type { Verdict } from '../verification/verify.ts'
import { findMessage } from './messages.ts'

let site: TestApp
let verdict: Verdict
let verified: string[]

beforeAll(async () => {
  site = await createTestApp(
    { DATA_DIR: mkdtempSync(join(tmpdir(), 'site-')) },
    {
      verifier: {
        async verify(token) {
          verified.push(token)
          return verdict
        },
      },
    },
  )
})
afterAll(() => site.ctx.close())
beforeEach(async () => {
  verdict = 'ok'
  verified = []
  await site.ctx.database.db.deleteFrom('mails').execute()
  await site.ctx.database.db.deleteFrom('messages').execute()
})

const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  topic: 'licensing',
  message: 'It scrolls backwards.\nWhy?',
  verification: 'token',
}
const { verification: token, ...fields } = message

const post = (change: object = {}) =>
  request(site.app)
    .post(apiRoutes.contact)
    .send({ ...message, ...change })
const postForm = (change: object = {}, path: string = routes.contact) =>
  request(site.app)
    .post(path)
    .type('form')
    .send({ ...fields, website: '', ...change })
const stored = (reference: string) => findMessage(site.ctx.database.db, reference)
const count = async () => (await site.ctx.database.db.selectFrom('messages').select('id').execute()).length

async function problemOf(answer: request.Test) {
  const { status, text, type } = await answer
  expect(type).toBe('application/problem+json')
  const { code, detail, errors = [] } = problemSchema.parse(JSON.parse(text))
  return { status, code, detail, pointers: errors.map(({ pointer }) => pointer) }
}

test('a message is answered with 202 and its reference, and is stored', async () => {
  const answer = await post()
  expect(answer.status).toBe(202)
  const { id, reference } = contactReceiptSchema.strict().parse(answer.body)
  expect(await stored(reference)).toMatchObject({ id, ...fields, verified: 1, quarantined: 0 })
  expect(verified).toEqual([token])
})

test('the same message posted twenty times at once is one', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => post()))
  expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202))
  expect(await count()).toBe(1)
})

test('wrong fields are a 422 that names each, before anybody is asked about the token', async () => {
  expect(
    await problemOf(post({ name: 'Ada\r\nBcc: x@example.com', email: 'ada', message: 'short' })),
  ).toMatchObject({
    status: 422,
    code: 'validation_failed',
    pointers: ['/name', '/email', '/message'],
  })
  expect(await problemOf(request(site.app).post(apiRoutes.contact))).toMatchObject({ status: 422 })
  expect(verified).toEqual([])
})

test.each([
  ['failed', 422, 'verification_failed', ['/verification']],
  ['unavailable', 503, 'verification_unavailable', []],
] as const)(
  'a verification that %s is a %i, and nothing is stored',
  async (given, status, code, pointers) => {
    verdict = given
    expect(await problemOf(post())).toMatchObject({ status, code, pointers })
    expect(await count()).toBe(0)
  },
)

test('a request repeated after its answer got lost has the same reference, although its token is spent', async () => {
  const { body } = await post()
  for (const spent of ['failed', 'unavailable'] as const) {
    verdict = spent
    const again = await post()
    expect([again.status, again.body]).toEqual([202, body])
    expect(await problemOf(post({ topic: 'sales' }))).toMatchObject({ code: `verification_${spent}` })
  }
  expect(await count()).toBe(1)
})

test('takes null for members that may be left out', async () => {
  expect((await post({ website: null, verification: null })).status).toBe(202)
})

test('a filled honeypot looks like success, and ends in quarantine without a mail', async () => {
  const answer = await post({ website: 'https://spam.example', verification: '' })
  expect(answer.status).toBe(202)
  const { reference } = contactReceiptSchema.strict().parse(answer.body)
  expect(await stored(reference)).toMatchObject({ quarantined: 1, mails: [] })
  expect(verified).toEqual([])
})

test('without storage it is a 503 that names our address, and never a 202', async () => {
  const { app, ctx, logged } = await createTestApp(
    { DATA_DIR: mkdtempSync(join(tmpdir(), 'site-')) },
    { verifier: { verify: async () => 'ok' } },
  )
  await ctx.database.db.schema.dropTable('mails').execute()
  const { email } = ctx.library.typed.site.company
  const problem = await problemOf(request(app).post(apiRoutes.contact).send(message))
  expect(problem).toMatchObject({ status: 503, code: 'contact_unavailable' })
  expect(problem.detail).toContain(email)
  const page = await request(app).post(routes.contact).type('form').send(fields)
  expect(page.status).toBe(503)
  expect(page.text).toContain(email)
  expect(page.text).toContain('It scrolls backwards.\nWhy?</textarea>')
  expect(JSON.stringify(logged)).toMatch(/no such table: (main\.)?mails/)
  await ctx.close()
})

test('only POST, and only JSON or a form', async () => {
  const get = await request(site.app).get(apiRoutes.contact)
  expect([get.status, get.get('allow')]).toEqual([405, 'POST'])
  expect(await problemOf(request(site.app).post(apiRoutes.contact).type('text').send('hello'))).toMatchObject(
    {
      status: 415,
    },
  )
  expect((await request(site.app).get(routes.contact)).status).toBe(200)
})

test.each([routes.contact, apiRoutes.contact])(
  'a plain form post to %s is stored without a token, and leads to the page with the reference',
  async (path) => {
    const answer = await postForm({}, path)
    expect(answer.status).toBe(303)
    const { pathname, searchParams } = new URL(answer.get('location') ?? '', 'http://localhost')
    const reference = searchParams.get('sent') ?? ''
    expect(pathname).toBe(routes.contact)
    expect(await stored(reference)).toMatchObject({
      ...fields,
      verified: 0,
      quarantined: 0,
      mails: [{ kind: 'contact_message' }],
    })
    await request(site.app).get(routes.contact)
    const page = await request(site.app).get(routes.contactSent(reference).replace(/#.*/, ''))
    expect(page.text).toContain(reference)
    expect(page.text).toContain('Message sent.')
    expect(page.text).toContain('<meta name="robots" content="noindex"/>')
    expect(page.text).not.toContain('<textarea')
  },
)

test('a reference that is none is not shown', async () => {
  const { text } = await request(site.app).get(routes.contactSent('call 555-0100'))
  expect(text).toContain('<textarea')
  expect(text).not.toContain('Message sent.')
  expect(text).not.toContain('noindex')
})

test('a form post with a token has it checked', async () => {
  expect((await postForm({ 'g-recaptcha-response': 'a' })).status).toBe(303)
  expect(await site.ctx.database.db.selectFrom('messages').select('verified').execute()).toEqual([
    { verified: 1 },
  ])
  verdict = 'failed'
  expect((await postForm({ 'g-recaptcha-response': 'b', topic: 'sales' })).status).toBe(422)
  expect(verified).toEqual(['a', 'b'])
})

test('a form post with wrong fields gets the form again: what was typed, and what is wrong by each field', async () => {
  const answer = await postForm({ name: '', email: 'ada<b>', message: '</textarea><b>', topic: 'press' })
  expect(answer.status).toBe(422)
  expect(answer.type).toBe('text/html')
  expect(answer.get('cache-control')).toBe('no-store')
  expect(answer.text).toContain('Enter your name.')
  expect(answer.text).toContain('value="ada&lt;b&gt;"')
  expect(answer.text).toContain('&lt;/textarea&gt;&lt;b&gt;</textarea>')
  expect(answer.text).toContain('<option value="press" selected="">')
  expect(answer.text).not.toContain('<b>')
  expect(await count()).toBe(0)
})

test('a form post with a field twice is refused by its fields, and one with none by all of them', async () => {
  const twice = await request(site.app).post(routes.contact).type('form').send('name=Ada&name=Bob')
  expect(twice.status).toBe(422)
  const none = await request(site.app).post(routes.contact)
  expect([none.status, none.type]).toEqual([422, 'text/html'])
})

test.each([routes.contact, apiRoutes.contact])(
  'a form post to %s that is too long gets the page, and our address',
  async (path) => {
    const answer = await postForm({ message: 'x'.repeat(70_000) }, path)
    expect([answer.status, answer.type]).toEqual([413, 'text/html'])
    expect(answer.text).toContain('longer than 5,000 characters')
    expect(answer.text).toContain(site.ctx.library.typed.site.company.email)
    expect(answer.text).toContain('<textarea')
    expect(await count()).toBe(0)
  },
)

test('to the page only a form can be posted: others are a 415, to a browser as the page', async () => {
  const multipart = await request(site.app).post(routes.contact).field('name', 'Ada')
  const plain = await request(site.app).post(routes.contact).type('text').send('name=Ada')
  const odd = await request(site.app)
    .post(routes.contact)
    .set('content-type', 'application/x-www-form-urlencoded; charset=latin1')
    .send('name=Ada')
  for (const answer of [multipart, plain, odd]) {
    expect([answer.status, answer.type]).toEqual([415, 'text/html'])
    expect(answer.text).toContain('in a way that we can’t read')
  }
  expect(multipart.get('accept')).toBe('application/x-www-form-urlencoded')
  const json = await problemOf(request(site.app).post(routes.contact).send(message))
  expect(json).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  expect(await problemOf(post({ message: 'x'.repeat(70_000) }))).toMatchObject({ status: 413 })
  expect(await count()).toBe(0)
})

test('a filled honeypot of a form looks like success too', async () => {
  const answer = await postForm({ website: 'x' })
  expect(answer.status).toBe(303)
  expect(answer.get('location')).toMatch(/sent=C-/)
})
