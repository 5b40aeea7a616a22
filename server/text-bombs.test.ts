import request, { type Test } from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoutes } from '#shared/api-routes.ts'
import { routes } from '#shared/routes.ts'
import { cartBody, newKey, passing } from './testing/shop.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({}, { verifier: passing })
})
afterAll(() => site.ctx.close())

const message = { name: 'Ada', email: 'ada@example.com', topic: 'sales', message: 'A message of ours' }
const cart = cartBody({ purchaseOrder: 'PO-1' })
const customer = { ...cart.customer, companyName: 'Byron Ltd', abn: '51 824 753 556' }
const licenceKey = 'PRMT-0000-0000-0000-0000-0000-0000'
const machine = { id: 'machine-1', name: 'Studio', os: 'Linux' }
const query = {
  search: { query: 'title', value: 'word' },
  where: { title: { $contains: 'word' }, slug: { $regex: 'word' }, path: 'word' },
  only: ['title'],
  sortBy: ['title:desc'],
  surround: { slugOrPath: 'word' },
}

/** 64 KiB hold this many combining marks. */
const inJson = 30_000
const inForm = 10_000
const inFile = 20_000

const post = (path: string) => request(site.app).post(path)
const postForm = (path: string) => post(path).type('form')

test.each<[string, number, object, (body: object) => Test]>([
  [
    'a message',
    inJson,
    { ...message, website: '', verification: 'token' },
    (body) => post(apiRoutes.contact).send(body),
  ],
  ['a message by form', inForm, message, (body) => postForm(routes.contact).send(body)],
  [
    'an order',
    inJson,
    { ...cart, customer },
    (body) => post(apiRoutes.checkout).set('Idempotency-Key', newKey()).send(body),
  ],
  [
    'an activation',
    inJson,
    { licenceKey, machine, appVersion: '2.3.0', nonce: 'n' },
    (body) => post(apiRoutes.activation).send(body),
  ],
  [
    'an activation by form',
    inForm,
    { licenceKey, machineId: 'machine-1' },
    (body) => postForm(routes.activation).send(body),
  ],
  [
    'an activation by file',
    inFile,
    { licenceKey, machine },
    (body) => post(apiRoutes.offlineActivation).type('text').send(requestFile(body)),
  ],
  [
    'a validation',
    inJson,
    { licenceKey, machineId: 'machine-1', nonce: 'n' },
    (body) => post(apiRoutes.validation).send(body),
  ],
  [
    'a deactivation',
    inJson,
    { licenceKey, machineId: 'machine-1', activationId: 'act_1' },
    (body) => post(apiRoutes.deactivation).send(body),
  ],
  ['a look-up', inJson, { licenseKey: licenceKey }, (body) => post(apiRoutes.licenceLookUp).send(body)],
  ['a content query', inJson, query, (body) => post('/_content/news').send(body)],
])('a bomb in any text of %s costs no more than a harmless text', async (_name, marks, body, send) => {
  // Sorting combining marks takes quadratic time.
  const bombs = variants(body, `あ${'\u0301'.repeat(marks / 2)}${'\u0323'.repeat(marks / 2)}`)
  const letters = variants(body, `あ${'é'.repeat(marks)}`)
  for (const [index, bomb] of bombs.entries()) {
    const usual = await cpuMs(send(letters[index] as object))
    const cost = await cpuMs(send(bomb))
    expect(cost, `variant ${index}, in ms of CPU`).toBeLessThan(4 * Math.max(usual, 15))
  }
})

/** Replaces each text of the value in turn. */
function variants(value: unknown, text: string): object[] {
  return replaced(value) as object[]

  function replaced(part: unknown): unknown[] {
    if (typeof part === 'string') return [text]
    if (typeof part !== 'object' || part === null) return []
    return Object.entries(part).flatMap(([member, old]) =>
      replaced(old).map((changed) =>
        Array.isArray(part) ? part.with(Number(member), changed) : { ...part, [member]: changed },
      ),
    )
  }
}

function requestFile(content: object): string {
  const base64 = Buffer.from(JSON.stringify(content)).toString('base64')
  return `-----BEGIN ACTIVATION REQUEST-----\n${base64}\n-----END ACTIVATION REQUEST-----\n`
}

async function cpuMs(sent: Test): Promise<number> {
  const start = process.threadCpuUsage()
  const { status } = await sent
  const { user, system } = process.threadCpuUsage(start)
  expect([200, 400, 422]).toContain(status)
  return (user + system) / 1_000
}
