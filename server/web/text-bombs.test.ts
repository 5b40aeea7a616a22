import type { Test } from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxBodyBytes } from '#shared/http/body-limit.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { runs } from '#shared/testing/properties.ts'
import { listForms, listJsonBodies, listQueries, type ReadBody } from '../testing/support/read-bodies.ts'
import { replaceMembers } from '../testing/support/replace-members.ts'
import { cartBody } from '../testing/support/shop.ts'
import { openSignedInSite, type SignedInSite } from '../testing/support/signed-in-site.ts'

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

const harmless = 'harmless'
/** Each bomb ends so that a whole run of it must be read. Sorting combining marks takes quadratic time. */
const texts: Record<string, (length: number) => string> = {
  [harmless]: (length) => 'Words of a letter, '.repeat(length / 19 + 1).slice(0, length),
  letters: (length) => `${'a'.repeat(length)}!`,
  blanks: (length) => `${' '.repeat(length)}!`,
  digits: (length) => `${'1'.repeat(length)}!`,
  signs: (length) => `${'.'.repeat(length)}!`,
  marks: (length) => `あ${'\u0301'.repeat(length / 2)}${'\u0323'.repeat(length / 2)}`,
}

const reads = [...listJsonBodies(), ...listForms(), file]
  .map((read) => ({ ...read, body: { ...read.body, ...examples[read.path] } }))
  .filter(({ body }) => replaceMembers(body, '', isText).length > 0)

test.each(reads)('64 KB of anything in any text of $name cost as little as a harmless text', async (read) => {
  const places = replaceMembers(read.body, '', isText)
  const most = await mostMs(() => site.send(read, fill(read, places[0]?.pointer ?? '', harmless)))
  for (const { pointer } of places) {
    await compare(pointer, most, (kind) => {
      const body = fill(read, pointer, kind)
      return () => site.send(read, body)
    })
  }
})

/** With the other headers it fits into the 16 KB that Node reads. */
const mostInAddress = 12_000

test.each(listQueries())(
  '12 KB of anything in ?$member= of $path cost as little as a harmless text',
  async (asked) => {
    const ask = (kind: string) => {
      const length = (mostInAddress * 500) / encodeURIComponent(texts[kind]?.(500) ?? '').length
      const query = new URLSearchParams({ [asked.member]: texts[kind]?.(length) ?? '' })
      return () => site.get(asked.path).query(String(query))
    }
    await compare(asked.member, await mostMs(ask(harmless)), ask)
  },
)

test('staff and customer were signed in until the end', async () => {
  await site.get(deskApiRoutes.me).expect(200)
  await site.get(apiRoutes.licencesMine).expect(200)
})

/** @returns how much CPU any text may take there */
async function mostMs(sendHarmless: () => Test): Promise<number> {
  return Math.max(100, 20 * (await cpuMs(sendHarmless)))
}

/** @param ask returns how the site is asked with so much of a kind */
async function compare(place: string, most: number, ask: (kind: string) => () => Test): Promise<void> {
  for (const kind of bombsInTurn()) {
    const send = ask(kind)
    if ((await cpuMs(send)) <= most) continue
    expect(await cpuMs(send), `${kind} in ${place}, in ms of CPU`).toBeLessThan(most)
  }
}

const bombs = Object.keys(texts).filter((each) => each !== harmless)
let turn = 0

/** One kind, another one at each place. A deep run takes all. */
function bombsInTurn(): string[] {
  turn += 1
  return runs(1) > 1 ? bombs : [bombs[turn % bombs.length] ?? '']
}

/** @returns a body with so much of the kind at the pointer that it just fits */
function fill(read: ReadBody, pointer: string, kind: string): string {
  const write = (length: number) => {
    const changed = replaceMembers(read.body, texts[kind]?.(length), isText)
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
async function cpuMs(send: () => Test): Promise<number> {
  const start = process.threadCpuUsage()
  const { status } = await send()
  const { user, system } = process.threadCpuUsage(start)
  expect([413, 431], 'the text is read').not.toContain(status)
  expect(status).toBeLessThan(500)
  return (user + system) / 1_000
}
