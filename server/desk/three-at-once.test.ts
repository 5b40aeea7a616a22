import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { runs } from '#shared/testing/properties.ts'
import { storeMessage } from '../people/contact/store-message.ts'
import { momentOf } from '../runtime/moment.ts'
import { settle } from '../shop/orders/settle.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { type DeskClient, deskAs, deskOptions } from '../testing/support/desk.ts'
import { type TestShop, useShops } from '../testing/support/shop.ts'
import { spanOf } from './books/book-days.ts'
import { readBooks } from './books/read-books.ts'

const emails = { owner: 'alex@example.com', support: 'robin@example.com', books: 'casey@example.com' }
type Who = keyof typeof emails
const people = Object.keys(emails) as Who[]

// biome-ignore lint/suspicious/noExplicitAny: what the API answers about an order, a licence or a message
type Thing = any

type Act = {
  name: string
  /** Names of the audit entries that it may cause. */
  entries: string[]
  /** Whether a repeat changes nothing. */
  isSetting: boolean
  /** @param tag no other act sends it */
  body(seen: Thing, tag: string): object
}

function act(name: string, entries: string | string[], body: Act['body'] = () => ({})): Act {
  return { name, entries: [entries].flat(), isSetting: false, body }
}

function set(...definition: Parameters<typeof act>): Act {
  return { ...act(...definition), isSetting: true }
}

const corrected = ['invoice.corrected', 'order.buyer_corrected']
const ofOrder = [
  act('note', 'order.note', (_, text) => ({ text })),
  act('buyer', corrected, (_, purchaseOrder) => ({ name: 'Ada', purchaseOrder })),
  act('buyer', corrected, (_, tag) => ({ name: 'Ada', purchaseOrder: tag, email: `${tag}@example.com` })),
  act('resend', 'order.mail_resent'),
]
const ofSold = [
  ...ofOrder,
  act('refunds', 'order.refunded', ({ number, seenSum: seen }, reason) => ({
    amount: 700,
    reason,
    confirm: number,
    seen,
  })),
  act('refunds', 'order.refunded', ({ number, licences, seenKey: seen }, reason) => ({
    licences: [licences[0].id],
    reason,
    confirm: number,
    seen,
  })),
]
const ofAwaited = [
  ...ofOrder,
  act('payments', 'order.payment_taken', (_, reference) => ({
    amount: 5000,
    date: '2026-11-22',
    reference,
  })),
  act('cancel', 'order.cancelled'),
]
const ofLicence = [
  set('suspend', 'licence.suspended', (_, reason) => ({ reason })),
  set('reinstate', 'licence.reinstated', (_, reason) => ({ reason })),
  set('seats', 'licence.seats_set', ({ seats }, reason) => ({ limit: seats.limit + 1, reason })),
  act('replace-key', 'licence.key_replaced', (_, reason) => ({ reason })),
  act('move', 'licence.moved', (_, tag) => ({ email: `${tag}@example.com`, keepKey: true, reason: tag })),
]
const ofMessage = [
  act('answer', 'message.replied', (_, text) => ({ text })),
  set('answered', 'message.answered'),
  set('reopen', 'message.reopened'),
  set('assign', 'message.assigned', () => ({ to: emails.owner })),
  set('assign', 'message.assigned', () => ({ to: emails.support })),
]

/** Two orders of one buyer, a licence of the first, and their message. */
const rooms = [
  { acts: ofSold, at: deskApiRoutes.order },
  { acts: ofAwaited, at: deskApiRoutes.order },
  { acts: ofLicence, at: deskApiRoutes.licence },
  { acts: ofMessage, at: deskApiRoutes.message },
]
type Room = (typeof rooms)[number]

const step = fc.record({
  who: fc.constantFrom(...people),
  room: fc.constantFrom(...rooms),
  pick: fc.nat(),
  /** Looks first, and otherwise acts on what was seen last. */
  looks: fc.boolean(),
})
const day = fc.array(fc.array(step, { minLength: 2, maxLength: 3 }), { minLength: 6, maxLength: 10 })

describeOnBothEngines('three people on one order at once', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    function tick() {
      clock.now += 1
      return new Date(clock.now)
    }
    const shop = await openShop(await deskOptions({ clock: tick }))
    const desks = {} as Record<Who, DeskClient>
    for (const who of people) desks[who] = await deskAs(shop, who)
    return { shop, clock, desks }
  }

  test('lose no act, do none twice, and are told what has changed since they looked', async () => {
    const { shop, clock, desks } = await openDesk()
    const orders: string[] = []
    let tags = 0

    const property = fc.asyncProperty(day, async (batches) => {
      const ids = await begin(shop, desks.owner)
      orders.push(...ids.slice(0, 2))
      const look = async (room: Room) => {
        const thing = await lookAt(desks.owner, room, ids[rooms.indexOf(room)] ?? '')
        return { thing, at: clock.now }
      }
      const lookAround = async () =>
        new Map(await Promise.all(rooms.map(async (room) => [room, await look(room)] as const)))
      const first = await lookAround()
      const seen = new Map(people.map((who) => [who, new Map(first)]))
      const answered: string[] = []

      for (const batch of batches) {
        const now = await lookAround()
        for (const { who, room, looks } of batch) if (looks) seen.get(who)?.set(room, now.get(room) as Looked)
        const began = clock.now
        const done = await Promise.all(
          batch.map(async ({ who, room, pick }): Promise<Done> => {
            const act = room.acts[pick % room.acts.length] as Act
            const [looked, current] = [seen.get(who)?.get(room) as Looked, now.get(room) as Looked]
            const { id } = looked.thing
            tags += 1
            const tag = `tag${tags}end`
            const sent = bodyOf(act, looked.thing, tag)
            const { status, body } = await desks[who].post(`${room.at(id)}/${act.name}`, sent)
            const isStale = !isDeepStrictEqual(sent, bodyOf(act, current.thing, tag))
            return { who: emails[who], act, id, tag, isStale, lookedAt: looked.at, status, body }
          }),
        )
        const { body } = await desks.owner.get(`${deskApiRoutes.audit}?limit=200`).expect(200)
        const entries = (body.entries as Entry[]).filter(({ at }) => Date.parse(at) > began)
        for (const each of done) requireTold(each, entries)
        requireEachOnce(done, entries)
        answered.push(
          ...done.filter(({ act, status }) => act.name === 'answer' && status < 300).map(({ tag }) => tag),
        )
      }
      const { thing } = await look(rooms[3] as Room)
      expect(thing.answers.map(({ text }: { text: string }) => text).toSorted()).toEqual(answered.toSorted())
      await requireSums(shop, desks.owner, orders)
    })
    await fc.assert(property, { numRuns: runs(2), endOnFailure: true })
  }, 120_000)
})

/** @returns an id for each of the rooms */
async function begin(shop: TestShop, desk: DeskClient): Promise<string[]> {
  const { order: sold } = await shop.placeCardOrder()
  shop.stripe.pay(shop.stripe.sessionOf(sold.id))
  await settle(shop.ctx, sold.id)
  const { body: awaited } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
  const { body } = await desk.get(deskApiRoutes.order(sold.id)).expect(200)
  const message = { name: 'Ada', email: 'ada@example.com', topic: 'sales', message: sold.number } as const
  const storing = { site: shop.ctx.library.typed.site, ...momentOf(shop.ctx) }
  const asked = { message, verified: true, quarantined: false }
  const { id } = await storeMessage(shop.ctx.database.db, asked, storing)
  return [sold.id, awaited.order.id, body.licences[0].id, id]
}

/** Whoever refunds has also seen what it does. */
async function lookAt(desk: DeskClient, { acts, at }: Room, id: string): Promise<Thing> {
  const { body } = await desk.get(at(id)).expect(200)
  if (acts !== ofSold) return body
  const preview = async (wanted: object) => (await desk.post(`${at(id)}/refunds`, wanted)).body.preview?.seen
  const seenSum = await preview({ amount: 700 })
  return { ...body, seenSum, seenKey: await preview({ licences: [body.licences[0].id] }) }
}

type Looked = { thing: Thing; at: number }
type Entry = { at: string; who: string; act: string; subject: string; after: object }
/** @property isStale whether somebody who had just looked would have sent something else */
type Done = {
  who: string
  act: Act
  id: string
  tag: string
  isStale: boolean
  lookedAt: number
  status: number
  body: Thing
}

function bodyOf(act: Act, thing: Thing, tag: string): object {
  return { ...act.body(thing, tag), revision: thing.revision }
}

function isOf({ who, act, id }: Done, entry: Entry): boolean {
  return entry.who === who && entry.subject === id && act.entries.includes(entry.act)
}

/** Nobody acts on what has changed since, and a refusal says in words what that was. */
function requireTold(done: Done, entries: Entry[]): void {
  const { act, tag, isStale, lookedAt, status, body } = done
  const what = [act.name, status, body.code, body.detail]
  expect(what).toEqual([act.name, expect.toBeOneOf([200, 201, 403, 409, 422, 429]), body.code, body.detail])
  if (status < 300) {
    if (entries.some((entry) => isOf(done, entry))) expect([...what, isStale]).toEqual([...what, false])
    return
  }
  expect(what).toEqual([act.name, status, expect.any(String), expect.stringMatching(/\w \w/)])
  expect([...what, entries.filter(({ after }) => JSON.stringify(after).includes(tag))]).toEqual([...what, []])
  if (body.code !== 'changed_meanwhile') return
  const { at, act: said, who } = body
  expect([...what, said, who, Date.parse(at) > lookedAt]).toEqual([...what, said, who, true])
}

/** Further effects of an act on its order's licences. */
const besides = ['licence.revoked', 'licence.holder_corrected']

function requireEachOnce(all: Done[], entries: Entry[]): void {
  const done = all.filter(({ status }) => status < 300)
  const ids = new Set(all.map(({ id }) => id))
  const own = entries.filter(({ act, subject }) => ids.has(subject) && !besides.includes(act))
  for (const each of done) {
    const { act, who, id } = each
    const same = done.filter((other) => other.who === who && other.id === id && other.act.name === act.name)
    const found = own.filter((entry) => isOf(each, entry))
    const most = act.isSetting ? Math.min(found.length, same.length) : same.length
    expect([act.name, who, found.length]).toEqual([act.name, who, most])
  }
  for (const entry of own) expect([entry, done.some((each) => isOf(each, entry))]).toEqual([entry, true])
}

/** The ledger, the card provider and the books agree. */
async function requireSums({ ctx, stripe }: TestShop, desk: DeskClient, ids: string[]): Promise<void> {
  let kept = 0
  let invoiced = 0
  for (const id of ids) {
    const { body: order } = await desk.get(deskApiRoutes.order(id)).expect(200)
    const received = order.payments.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
    if (order.paymentMethod === 'card') expect(stripe.refundedOf(stripe.sessionOf(id))).toBe(order.refunded)
    if (order.status === 'cancelled') continue
    kept += Math.min(received, order.total) - order.refunded
    invoiced += order.total - order.refunded
  }
  const span = spanOf({ from: '2026-11-01', to: '2026-12-31', timeZone: 'Australia/Sydney' })
  const g1 = async (basis: 'cash' | 'accrual') =>
    (await readBooks(ctx.database, span, { basis, figure: 'g1' })).books.g1
  expect([await g1('cash'), await g1('accrual')]).toEqual([kept, invoiced])
}
