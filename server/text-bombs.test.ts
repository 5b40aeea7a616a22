import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoutes } from '#shared/api-routes.ts'
import { maxBodyBytes } from '#shared/body-limit.ts'
import { deskApiRoutes } from '#shared/desk-routes.ts'
import { listForms, listJsonBodies, type ReadBody } from './testing/read-bodies.ts'
import { replaceMembers } from './testing/replace-members.ts'
import { cartBody } from './testing/shop.ts'
import { openSignedInSite, type SignedInSite } from './testing/signed-in-site.ts'

let site: SignedInSite
beforeAll(async () => {
  site = await openSignedInSite()
})
afterAll(() => site.close())

const cart = cartBody({ purchaseOrder: 'PO-1' })
const machine = { id: 'machine-1', name: 'Studio', os: 'Linux' }
const licenceKey = 'PRMT-0000-0000-0000-0000-0000-0000'

/** Bodies whose other members are right, so that more of the text's way is walked. */
const examples: Record<string, Record<string, unknown>> = {
  [apiRoutes.contact]: {
    name: 'Ada',
    email: 'ada@example.com',
    topic: 'sales',
    message: 'A message of ours',
  },
  [apiRoutes.checkout]: {
    ...cart,
    customer: { ...cart.customer, companyName: 'Byron Ltd', abn: '51 824 753 556' },
  },
  [apiRoutes.activation]: { licenceKey, machine, appVersion: '2.3.0', nonce: 'n' },
  '/_content/:path': {
    search: { query: 'title', value: 'word' },
    where: { title: { $contains: 'word' }, slug: { $regex: 'word' }, path: 'word' },
    only: ['title'],
    sortBy: ['title:desc'],
    surround: { slugOrPath: 'word' },
  },
}

const file: ReadBody = {
  name: 'an activation by file',
  path: apiRoutes.offlineActivation,
  type: 'text/plain',
  body: { licenceKey, machine },
}

/** Each ends so that a whole run of it must be read. Sorting combining marks takes quadratic time. */
const bombs: Record<string, (length: number) => string> = {
  letters: (length) => `${'a'.repeat(length)}!`,
  blanks: (length) => `${' '.repeat(length)}!`,
  digits: (length) => `${'1'.repeat(length)}!`,
  signs: (length) => `${'.'.repeat(length)}!`,
  marks: (length) => `あ${'\u0301'.repeat(length / 2)}${'\u0323'.repeat(length / 2)}`,
}

const reads = [...listJsonBodies(), ...listForms(), file]
  .map((read) => ({ ...read, body: { ...read.body, ...examples[read.path] } }))
  .filter(({ body }) => replaceMembers(body, '', isText).length > 0)

test.each(reads)('64 KB of anything in any text of $name cost as little as the cheapest', async (read) => {
  for (const { pointer } of replaceMembers(read.body, '', isText)) {
    const costs: Record<string, number> = {}
    for (const kind of Object.keys(bombs)) costs[kind] = await cpuMs(read, fill(read, pointer, kind))
    const most = Math.max(100, 20 * Math.min(...Object.values(costs)))
    for (const kind of Object.keys(costs).filter((each) => Number(costs[each]) > most)) {
      const again = await cpuMs(read, fill(read, pointer, kind))
      expect(again, `${kind} in ${pointer}, in ms of CPU`).toBeLessThan(most)
    }
  }
})

test('staff and customer were signed in until the end', async () => {
  await site.get(deskApiRoutes.me).expect(200)
  await site.get(apiRoutes.licencesMine).expect(200)
})

/** @returns a body with so much of the kind at the pointer that it just fits */
function fill(read: ReadBody, pointer: string, kind: string): string {
  const write = (length: number) => {
    const changed = replaceMembers(read.body, bombs[kind]?.(length), isText)
    return encode(read.type, changed.find((each) => each.pointer === pointer)?.body ?? {})
  }
  const [none, some] = [0, 1_000].map((length) => Buffer.byteLength(write(length))) as [number, number]
  return write(2 * Math.floor((500 * (maxBodyBytes - none - 200)) / (some - none)))
}

function encode(type: string, body: object): string {
  if (type === 'application/json') return JSON.stringify(body)
  if (type !== file.type) return new URLSearchParams(body as Record<string, string>).toString()
  const base64 = Buffer.from(JSON.stringify(body)).toString('base64')
  return `-----BEGIN ACTIVATION REQUEST-----\n${base64}\n-----END ACTIVATION REQUEST-----\n`
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/** The time of this thread alone, so that other tests beside it don't count. */
async function cpuMs(read: ReadBody, body: string): Promise<number> {
  const start = process.threadCpuUsage()
  const { status } = await site.send(read, body)
  const { user, system } = process.threadCpuUsage(start)
  expect(status, 'the text is read').not.toBe(413)
  expect(status).toBeLessThan(500)
  return (user + system) / 1_000
}
