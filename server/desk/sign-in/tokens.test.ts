import supertest from 'supertest'
import { expect, test } from 'vitest'
import { type DeskAct, deskRoleSchema, mayDo, rolesOf } from '#shared/desk/roles.ts'
import { allScopes, mayAct } from '#shared/desk/scopes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { storeMessage } from '../../people/contact/store-message.ts'
import { momentOf } from '../../runtime/moment.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { deskOptions } from '../../testing/support/desk.ts'
import { newKey, useShops } from '../../testing/support/shop.ts'
import { createToken } from './tokens.ts'

const alex = 'alex@example.com'
const dayMs = 24 * 60 * 60 * 1000
const acts = Object.keys(rolesOf) as DeskAct[]

test('no scope gives what the role may not', () => {
  for (const role of deskRoleSchema.options) {
    for (const act of acts) {
      for (const isReading of [true, false]) {
        const may = mayAct({ role, scopes: allScopes }, act, { isReading })
        expect([role, act, may]).toEqual([role, act, mayDo(role, act)])
        expect(mayAct({ role, scopes: [] }, act, { isReading })).toBe(false)
      }
    }
  }
})

test.each([
  ['orders', ['orders.read', 'orders.refund'], ['orders.refund']],
  ['orders:read', ['orders.read', 'orders.refund'], []],
  ['orders:refund', ['orders.refund'], ['orders.refund']],
  ['codes', ['codes'], ['codes']],
  ['codes:read', ['codes'], []],
] as const)('%s lets a program read what %j show, and do %j', (scope, reads, does) => {
  const some = ['orders.read', 'orders.refund', 'codes', 'books', 'sessions.own'] as const
  const mayWith = (isReading: boolean) =>
    some.filter((act) => mayAct({ role: 'owner', scopes: [scope] }, act, { isReading }))
  expect(mayWith(true)).toEqual(reads)
  expect(mayWith(false).filter((act) => act !== 'orders.read')).toEqual(does)
})

describeOnEitherEngine('a token', (databases) => {
  const openShop = useShops(databases)

  async function setup() {
    let now = new Date('2026-11-25T00:00:00Z')
    const shop = await openShop({ ...(await deskOptions()), clock: () => now })
    const moment = () => ({ now, random: shop.ctx.random })
    const make = (more: object = {}) =>
      createToken(shop.ctx.database.db, { email: alex, who: 'command line', ...more }, moment())
    const as = ({ token }: { token: string }) => ({
      get: (path: string, scheme = 'Bearer ') =>
        supertest(shop.app)
          .get(path)
          .set('Authorization', scheme + token),
      end: (path: string) =>
        supertest(shop.app)
          .delete(path)
          .set({ Authorization: `Bearer ${token}`, 'Idempotency-Key': newKey() }),
      post: (path: string) => supertest(shop.app).post(path).set('Authorization', `Bearer ${token}`).send({}),
    })
    return { shop, make, as, wait: (ms: number) => (now = new Date(now.getTime() + ms)) }
  }

  test('ends after a year unless told, says so, and is listed no more', async () => {
    const { make, as, wait } = await setup()
    const [year, month] = [await make(), await make({ days: 30 })]
    expect([year.expiresAt, month.expiresAt]).toEqual([
      '2027-11-25T00:00:00.000Z',
      '2026-12-25T00:00:00.000Z',
    ])
    const listed = async () => {
      const { body } = await as(year).get(deskApiRoutes.tokens).expect(200)
      return body.tokens.map(({ id, expiresAt }: Record<string, string>) => [id, expiresAt])
    }
    expect(await listed()).toHaveLength(2)
    wait(30 * dayMs - 1)
    await as(month).get(deskApiRoutes.overview).expect(200)
    wait(1)
    const { body } = await as(month)
      .get(deskApiRoutes.overview)
      .expect(401)
      .expect('WWW-Authenticate', 'Bearer')
    expect(body).toMatchObject({
      code: 'sign_in_required',
      detail: 'This token ended at 2026-12-25T00:00:00.000Z. Make another by desk token.',
    })
    expect(await listed()).toEqual([[year.id, year.expiresAt]])
    wait(335 * dayMs)
    await as(year).get(deskApiRoutes.overview).expect(401)
  })

  test('counts however HTTP lets a header spell its scheme', async () => {
    const { make, as } = await setup()
    const { get } = as(await make())
    for (const scheme of ['bearer ', 'BEARER  ']) await get(deskApiRoutes.overview, scheme).expect(200)
  })

  test('of an earlier version goes on as it was', async () => {
    const { shop, make, as, wait } = await setup()
    const earlier = await make()
    const columns = { expires_at: null, scopes: null }
    await shop.ctx.database.db.updateTable('desk_tokens').set(columns).execute()
    wait(4000 * dayMs)
    await as(earlier).get(deskApiRoutes.orders).expect(200)
    const { body } = await as(earlier).get(deskApiRoutes.tokens).expect(200)
    expect(body.tokens).toMatchObject([{ id: earlier.id, expiresAt: null, scopes: null }])
  })

  test('that is narrowed reads and does no more, and says what it is for', async () => {
    const { make, as } = await setup()
    const narrow = as(await make({ scopes: ['orders:read', 'codes'] }))
    await narrow.get(deskApiRoutes.orders).expect(200)
    await narrow.get(deskApiRoutes.codes).expect(200)
    await narrow.post(deskApiRoutes.codes).expect(422)
    for (const path of [deskApiRoutes.licences, deskApiRoutes.me, deskApiRoutes.tokens, deskApiRoutes.search])
      await narrow.get(path).expect(403)
    const { body } = await narrow.post(`${deskApiRoutes.orders}/none/refunds`).expect(403)
    expect(body).toMatchObject({
      code: 'role_forbidden',
      act: 'orders.refund',
      detail: 'This isn’t on your desk: this token is for orders:read, codes alone.',
    })
  })

  test('for search and Today alone is shown nothing of other rooms there', async () => {
    const { shop, make, as } = await setup()
    const message = {
      name: 'Quokka Creek',
      email: 'quokka@example.com',
      topic: 'sales',
      message: 'Can we pay later?',
    } as const
    const { site } = shop.ctx.library.typed
    const notifying = { ...momentOf(shop.ctx), site }
    const { db } = shop.ctx.database
    await storeMessage(db, { message, verified: true, quarantined: false }, notifying)
    const [all, narrow] = [await make(), await make({ scopes: ['search', 'overview'] })].map(as)
    const kinds = async (client = all) =>
      (await client?.get(`${deskApiRoutes.search}?q=quokka`).expect(200))?.body.results.map(
        ({ kind }: { kind: string }) => kind,
      )
    expect([await kinds(), await kinds(narrow)]).toEqual([['message'], []])
    const first = async (client = all) =>
      (await client?.get(deskApiRoutes.overview).expect(200))?.body.first.messages.length
    expect([await first(), await first(narrow)]).toEqual([1, 0])
  })

  test('that may see others’ access, and end its owner’s, doesn’t end theirs', async () => {
    const { shop, make, as } = await setup()
    const others = await make({ email: 'robin@example.com' })
    const own = await make()
    const narrow = as(await make({ scopes: ['sessions:own', 'sessions:read'] }))
    expect((await narrow.get(deskApiRoutes.tokens).expect(200)).body.tokens).toHaveLength(3)
    const end = (id: string, confirm = '') => narrow.end(`${deskApiRoutes.tokens}/${id}${confirm}`)
    await end(others.id, '?confirm=robin@example.com').expect(404)
    await end(own.id).expect(204)
    const left = await shop.ctx.database.db
      .selectFrom('desk_tokens')
      .select('id')
      .where('revoked_at', 'is', null)
    expect(await left.execute()).toHaveLength(2)
  })

  test('for messages and search alone reads no order, quote, customer or licence there', async () => {
    const { shop, make, as } = await setup()
    const customer = { name: 'Quokka Creek', email: 'quokka@example.com', country: 'AU' }
    const placed = await shop.placeCardOrder({ customer })
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    const find = async (scopes: string[] | null) => {
      const client = as(await make({ scopes }))
      const { body } = await client.get(`${deskApiRoutes.search}?q=quokka`).expect(200)
      return body.results.map(({ kind }: { kind: string }) => kind)
    }
    expect(await find(null)).toEqual(expect.arrayContaining(['order', 'licence', 'customer']))
    expect(await find(['search', 'overview', 'messages'])).toEqual([])
  })
})
