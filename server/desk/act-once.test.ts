import supertest from 'supertest'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { purge } from '../purge.ts'
import { momentOf } from '../runtime/moment.ts'
import { settle } from '../shop/orders/settle.ts'
import { describeOnEitherEngine, onBoth } from '../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../testing/support/desk.ts'
import { killAtEachStep, type Trial } from '../testing/support/killed-at-each-step.ts'
import { seedLicence } from '../testing/support/licensing.ts'
import { newKey, type TestShop, useShops } from '../testing/support/shop.ts'
import type { TestApp } from '../testing/support/test-app.ts'
import { describeApi } from '../web/endpoint.ts'
import type { Operation } from '../web/openapi/description.ts'
import { deskEndpoints } from './api.ts'
import { createToken } from './sign-in/tokens.ts'

const deskApi = describeApi(deskEndpoints)

const eight = Array.from({ length: 8 }, (_, index) => index)
const day = 24 * 60 * 60 * 1000

/** In these rooms a repeat changes nothing, whoever sends it. Acts elsewhere need a key or a revision. */
const harmlessRooms = 'link sign-out statement accounts imports messages mails webhooks releases'.split(' ')

const issued = { sku: 'solo', name: 'Ada', email: 'ada@example.com', reason: 'A gift' }

/** A new code also says what it takes off. */
const bodies: Record<string, object> = { [`post ${deskApiRoutes.codes}`]: { percent: 10 } }

/** Only members that the act requires. */
function leastBody({ body = {} }: Operation): object {
  const input = body['application/json'] ?? z.object({})
  // Once the API's description is read, schemas have names, by which others would refer to them.
  const unnamed = { metadata: z.registry<{ id?: string }>() }
  return Object(leastOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', ...unnamed })))
}

type Schema = z.core.JSONSchema.BaseSchema

function leastOf({ properties = {}, required = [], ...schema }: Schema, name = ''): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'integer') return 1
  if (schema.type === 'array') return [leastOf(schema.items as Schema)]
  if (schema.type === 'object')
    return Object.fromEntries(required.map((each) => [each, leastOf(properties[each] as Schema, each)]))
  if (schema.format === 'date') return '2030-01-01'
  return name === 'email' ? 'ada@example.com' : 'text'
}

describeOnEitherEngine('an act at the desk', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const who = { email: 'alex@example.com', who: 'test' }
    const { token } = await createToken(shop.ctx.database.db, who, momentOf(shop.ctx))
    const headers = { Authorization: `Bearer ${token}` }
    const send = (path: string, body: object, more: object = {}, { app }: TestApp = shop) =>
      supertest(app)
        .post(path)
        .set({ ...headers, ...more })
        .send(body)
    return { shop, clock, headers, send, desk: await deskAs(shop, 'owner') }
  }

  async function sell(shop: TestShop, paymentMethod: 'card' | 'invoice') {
    const { order } = (await shop.checkOut({ paymentMethod }).expect(201)).body
    if (paymentMethod === 'card') {
      shop.stripe.pay(shop.stripe.sessionOf(order.id))
      await settle(shop.ctx, order.id)
    }
    return order as { id: string; number: string }
  }

  const read = async ({ desk }: Pick<Awaited<ReturnType<typeof openDesk>>, 'desk'>, id: string) =>
    (await desk.get(deskApiRoutes.order(id)).expect(200)).body

  test('takes of a program a key or a revision, needs neither, and says so', async () => {
    const { shop, headers } = await openDesk()
    const writing = Object.entries(deskApi).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([method, { errors = [] }]) => {
          const [, , , room = ''] = path.split('/')
          return (
            method !== 'get' && (!harmlessRooms.includes(room) || errors.includes('precondition_required'))
          )
        })
        .map(([method, operation]) => ({ address: `${method} ${path}`, path, method, operation })),
    )
    for (const { address, path, method, operation } of writing) {
      const advice = `${address}: give it a key or a revision, or count its room as harmless`
      expect(operation.errors, advice).toContain('precondition_required')
      const real = path.replaceAll(/:(id|code)/g, 'none')
      const ask = (more: object, body: object = {}) =>
        supertest(shop.app)
          [method as 'post' | 'delete'](real)
          .set({ ...headers, ...more })
          .send({ ...leastBody(operation), ...bodies[address], ...body })
      const bare = await ask({})
      const keyed = await ask({ 'Idempotency-Key': newKey() })
      for (const { status } of [bare, keyed]) expect([address, status]).not.toEqual([address, 428])
      const { body: short } = await ask({ 'Idempotency-Key': 'short' }).expect(400)
      expect(short.code).toBe('idempotency_key_required')
      const seen = await ask({}, { revision: path.includes('licences') ? 'seen' : 1 })
      // Elsewhere a revision is an unknown member.
      const hasRevision = operation.errors?.includes('changed_meanwhile') ?? false
      if (operation.body) expect([address, seen.status === 422]).toEqual([address, !hasRevision])
    }
  })

  test.each(['card', 'invoice'] as const)(
    'by %s is done once, though it comes eight times at once',
    onBoth,
    async (by) => {
      const open = await openDesk()
      const { shop, send, clock } = open
      const { id, number } = await sell(shop, by)
      const path = by === 'card' ? deskApiRoutes.refunds(id) : deskApiRoutes.payments(id)
      const body =
        by === 'card'
          ? { amount: 5000, confirm: number }
          : { amount: 5000, date: '2026-11-22', reference: 'A' }
      const once = { 'Idempotency-Key': newKey() }
      const answers = await Promise.all(eight.map(() => send(path, body, once)))
      const done = answers.filter(({ status }) => status < 300)
      expect(done.length).toBeGreaterThan(0)
      for (const { status, body, headers } of answers) {
        if (status < 300) expect(body).toEqual(done[0]?.body)
        else expect([status, body.code, headers['retry-after']]).toEqual([409, 'in_progress', '1'])
      }
      // A later act changes the order, but not the first answer.
      await open.desk.post(`${deskApiRoutes.order(id)}/note`, { text: 'Called.' }).expect(200)
      clock.now += 29 * day
      const again = await send(path, body, once)
      expect([again.status, again.body]).toEqual([done[0]?.status, done[0]?.body])
      const other = await send(path, { ...body, amount: 5001 }, once).expect(422)
      expect(other.body.code).toBe('idempotency_key_reused')
      const elsewhere = await send(path.replace(id, number), body, once).expect(422)
      expect(elsewhere.body.code).toBe('idempotency_key_reused')
      const order = await read(open, id)
      expect(order).toMatchObject(by === 'card' ? { refunded: 5000 } : { outstanding: 40_800 })
      if (by === 'card') expect(shop.stripe.refundedOf(shop.stripe.sessionOf(id))).toBe(5000)
      else expect(order.payments).toMatchObject([{ id: done[0]?.body.payment.id, amount: 5000 }])

      // Without a key the first counts, and its repeats are refused.
      const bare = await Promise.all(eight.map(() => send(path, { ...body, amount: 1000 })))
      const refused = bare.filter(({ status }) => status >= 300)
      expect(refused).toHaveLength(7)
      for (const { body } of refused) expect(body.code).toMatch(/^(in_progress|precondition_required)$/)
      await send(path, { ...body, amount: 1000 }).expect(428)
      expect(await read(open, id)).toMatchObject(by === 'card' ? { refunded: 6000 } : { outstanding: 39_800 })
      clock.now += day + 1
      expect((await send(path, { ...body, amount: 1000 })).status).toBeLessThan(300)
    },
  )

  test('that sets a state needs no key, however often it is sent', async () => {
    const { shop, send } = await openDesk()
    const { id } = await seedLicence(shop.ctx, { email: 'ada@example.com' })
    const path = deskApiRoutes.licence(id)
    for (const [act, status] of [
      ['suspend', 'suspended'],
      ['reinstate', 'active'],
      ['suspend', 'suspended'],
      ['suspend', 'suspended'],
    ]) {
      const { body } = await send(`${path}/${act}`, {}).expect(200)
      expect(body.licence).toMatchObject({ status })
    }
    await send(deskApiRoutes.licences, issued).expect(201)
    await send(deskApiRoutes.licences, issued).expect(428)
  })

  test('is forgotten with its key if it was refused, and thirty days after it was done', onBoth, async () => {
    const { shop, send, clock } = await openDesk()
    const { db } = shop.ctx.database
    const { id, number } = await sell(shop, 'card')
    const once = { 'Idempotency-Key': newKey() }
    await send(deskApiRoutes.refunds(id), { amount: 5000 }, once).expect(422)
    await send(deskApiRoutes.refunds(id), { amount: 5000, confirm: number }, once).expect(200)
    const keys = () =>
      db.selectFrom('idempotency_keys').select('key_hash').where('made', 'is not', null).execute()
    await purge(db, new Date(clock.now + 29 * day))
    expect(await keys()).toHaveLength(1)
    await purge(db, new Date(clock.now + 31 * day))
    expect(await keys()).toEqual([])
  })

  test('belongs to who sent its key, and its answer lies sealed', onBoth, async () => {
    const { shop, send, desk } = await openDesk()
    const once = { 'Idempotency-Key': newKey() }
    const { body } = await send(deskApiRoutes.licences, issued, once).expect(201)
    const { key } = await seedLicence(shop.ctx, { email: 'ada@example.com' })
    const support = await deskAs(shop, 'support')
    const { body: page } = await desk.get(deskApiRoutes.licences)
    const another = page.licences.find(({ id }: { id: string }) => id !== body.licence.id)
    const replace = `${deskApiRoutes.licence(another.id)}/replace-key`
    await send(replace, {}, { 'Idempotency-Key': newKey() }).expect(200)
    const theirs = await support
      .post(`${deskApiRoutes.licence(body.licence.id)}/suspend`)
      .set(once)
      .expect(200)
    expect(theirs.body.licence).toMatchObject({ status: 'suspended' })
    const rows = await shop.ctx.database.db.selectFrom('idempotency_keys').selectAll().execute()
    const answers = rows.flatMap(({ answer }) => answer ?? [])
    expect(answers).toHaveLength(3)
    expect(rows.map(({ made }) => made)).toContain(body.licence.id)
    const stored = JSON.stringify(rows)
    for (const plain of [key, once['Idempotency-Key'], 'ada@example.com', 'licence":']) {
      expect([plain, stored.includes(plain)]).toEqual([plain, false])
    }
    expect((await send(deskApiRoutes.licences, issued, once).expect(201)).body).toEqual(body)
  })

  type Desk = Awaited<ReturnType<typeof openDesk>>
  type Began = { path: string; body: object; look(): Promise<object> }

  /** Sends an act until its process dies, and then again with the same key. */
  function tried(
    { shop, send }: Desk,
    { path, body, look }: Began,
    once: object = { 'Idempotency-Key': newKey() },
  ): Trial {
    let status = 0
    return {
      async act(process: TestApp) {
        await shop.ctx.database.db.updateTable('idempotency_keys').set({ leased_until: null }).execute()
        ;({ status } = await send(path, body, once, process))
      },
      look: async () => ({ status, ...(await look()) }),
    }
  }

  test.each([true, false])(
    'is done once though its process dies: a refund to the card, by a key: %s',
    onBoth,
    async (hasKey) => {
      const open = await openDesk()
      const { stripe } = open.shop
      const begin = async () => {
        const { id, number } = await sell(open.shop, 'card')
        const refund = {
          path: deskApiRoutes.refunds(id),
          body: { amount: 5000, confirm: number },
          async look() {
            const { refunded, documents } = await read(open, id)
            return {
              refunded,
              notes: documents.length - 1,
              stripe: stripe.refundedOf(stripe.sessionOf(id)),
            }
          },
        }
        return hasKey ? tried(open, refund) : tried(open, refund, {})
      }
      // Without a key, a repeat of what was answered is refused.
      const status = hasKey ? 200 : expect.toBeOneOf([200, 428])
      await killAtEachStep(open.shop, begin, { status, refunded: 5000, notes: 1, stripe: 5000 })
    },
  )

  test('is done once though its process dies: a payment', onBoth, async () => {
    const open = await openDesk()
    const pay = async () => {
      const { id } = await sell(open.shop, 'invoice')
      return tried(open, {
        path: deskApiRoutes.payments(id),
        body: { amount: 5000, date: '2026-11-22' },
        async look() {
          const { payments, outstanding } = await read(open, id)
          return { payments: payments.length, outstanding }
        },
      })
    }
    const paid = { status: 201, payments: 1, outstanding: 40_800 }
    await killAtEachStep(open.shop, pay, paid)
  })

  test('is done once though its process dies: a licence by hand', onBoth, async () => {
    const open = await openDesk()
    const { db } = open.shop.ctx.database
    let rounds = 0
    const issue = async () => {
      rounds += 1
      const email = `ada${rounds}@example.com`
      const mailed = () => db.selectFrom('mails').select('id').where('recipient', '=', email).execute()
      const held = () => db.selectFrom('licences').select('id').where('email', '=', email).execute()
      return tried(open, {
        path: deskApiRoutes.licences,
        body: { ...issued, email },
        look: async () => ({ licences: (await held()).length, mails: (await mailed()).length }),
      })
    }
    await killAtEachStep(open.shop, issue, { status: 201, licences: 1, mails: 1 })
  })

  test('is done once by a form that is sent twice, which leads to its result both times', async () => {
    const open = await openDesk()
    const { shop } = open
    const { id, number } = await sell(shop, 'invoice')
    const headers = { Cookie: await cookieOf(shop, 'owner'), Origin: shop.ctx.config.siteUrl }
    const { text } = await supertest(shop.app).get(deskRoutes.order(number)).set(headers).expect(200)
    const action = deskRoutes.orderAct(number, 'payments')
    const form = text.slice(text.indexOf(`action="${action}"`)).split('</form>')[0] ?? ''
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(form)?.[1]
    const [once, revision] = [hidden('once'), hidden('revision')]
    expect([once, revision]).toEqual([expect.stringMatching(/^\w{16,100}$/), expect.stringMatching(/^\d+$/)])
    const post = (fields: object) =>
      supertest(shop.app)
        .post(action)
        .set(headers)
        .type('form')
        .send({ amount: '50.00', date: '2026-11-22', once, ...fields })
    for (const fields of [{ revision }, { revision }]) {
      const { headers } = await post(fields).expect(303)
      expect(headers.location).toBe(`${deskRoutes.order(number)}?done=payments#done`)
    }
    expect((await read(open, id)).payments).toMatchObject([{ amount: 5000 }])
    const keys = [...text.matchAll(/name="once" value="([^"]+)"/g)].map(([, key]) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThan(4)
  })
})
