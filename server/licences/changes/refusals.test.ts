import supertest from 'supertest'
import { expect, test } from 'vitest'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { changeBody, newKey, useShops } from '../../testing/support/shop.ts'
import { hashDeadKey } from '../licensing/replaced-keys.ts'

type Row = {
  body: object
  status: number
  code: string
  /** Null if no member of the request is wrong. */
  pointer: string | null
}

const malformed = 'PRMT-1'
/** A well-formed key of nobody. */
const unknown = createLicenceKey('TEST', new Uint8Array(keyRandomness))
const long = 'x'.repeat(1001)
const unsold = [
  [{ renew: 4 }, '/change/renew'],
  [{ extraSeats: 10 }, '/change/extraSeats'],
  [{ to: 'studio', extraSeats: 18 }, '/change/extraSeats'],
  [{ to: 'solo' }, '/change/to'],
  [{ to: '../x' }, '/change/to'],
] as const
const wrong = [
  [{ renew: '2' }, '/change/renew'],
  [{ renew: 0 }, '/change/renew'],
  [{ renew: 0.5 }, '/change/renew'],
  [{ extraSeats: -1 }, '/change/extraSeats'],
  [{ to: 7 }, '/change/to'],
  [{ to: long }, '/change/to'],
  ['renew', '/change'],
] as const

describeOnEitherEngine('a request to change a licence', (databases) => {
  const openShop = useShops(databases)

  async function setup() {
    const shop = await openShop()
    const { key, id } = await seedLicence(shop.ctx, { sku: 'solo', plan: 'Solo', seat_limit: 1 })
    const send = (path: string, body: object) =>
      supertest(shop.app).post(path).set('Idempotency-Key', newKey()).send(body)
    return { shop, key, id, send }
  }

  type Setup = Awaited<ReturnType<typeof setup>>

  async function expectRefused({ shop, send }: Setup, path: string, { body, status, code, pointer }: Row) {
    const answer = await send(path, body)
    expect([answer.status, answer.type]).toEqual([status, 'application/problem+json'])
    expect([answer.body.code, answer.body.errors?.[0]?.pointer ?? null]).toEqual([code, pointer])
    if (pointer) expect(answer.body.errors[0].detail).toMatch(/\S/)
    const orders = await shop.ctx.database.db.selectFrom('orders').select('id').execute()
    expect(orders).toEqual([])
  }

  test('is refused by its wrong member, in a quote and in an order', async () => {
    const opened = await setup()
    const { key } = opened
    for (const [code, rows] of [
      ['change_not_offered', unsold],
      ['validation_failed', wrong],
    ] as const) {
      for (const [change, pointer] of rows) {
        const row = { status: 422, code, pointer }
        await expectRefused(opened, apiRoutes.licenceQuote, { ...row, body: { licenceKey: key, change } })
        const order = { ...changeBody({ licence: { key } }), change }
        await expectRefused(opened, apiRoutes.checkout, { ...row, body: order })
      }
    }
  })

  test('is refused by how it names the licence', async () => {
    const opened = await setup()
    const { key } = opened
    const both = { key, token: 'mail_1.x' }
    const named: [object, number, string, string | null][] = [
      [{ key: malformed }, 422, 'licence_key_malformed', '/licence/key'],
      [{ key: 7 }, 422, 'validation_failed', '/licence/key'],
      [{ key: long }, 422, 'validation_failed', '/licence/key'],
      [{ token: long }, 422, 'validation_failed', '/licence/token'],
      [both, 422, 'validation_failed', '/licence/key'],
      [{}, 422, 'validation_failed', '/licence/key'],
      [{ token: 'mail_1.x' }, 404, 'licence_not_found', null],
      [{ key: unknown }, 404, 'licence_not_found', null],
    ]
    for (const [licence, status, code, pointer] of named) {
      const row = { status, code, pointer }
      await expectRefused(opened, apiRoutes.licenceQuote, { ...row, body: { licence } })
      await expectRefused(opened, apiRoutes.checkout, { ...row, body: { ...changeBody(), licence } })
    }
    const alone: [object, number, string, string | null][] = [
      [{ licenceKey: malformed }, 422, 'licence_key_malformed', '/licenceKey'],
      [{ licenseKey: 7 }, 422, 'validation_failed', '/licenceKey'],
      [{ licenceKey: long }, 422, 'validation_failed', '/licenceKey'],
      [{ licenceKey: key, licence: { key } }, 422, 'validation_failed', '/licenceKey'],
      [{}, 422, 'validation_failed', '/licenceKey'],
      [[], 422, 'validation_failed', ''],
    ]
    for (const [body, status, code, pointer] of alone)
      await expectRefused(opened, apiRoutes.licenceQuote, { body, status, code, pointer })
  })

  test('is refused by the state of the licence', async () => {
    const opened = await setup()
    const { key, id, shop } = opened
    const replaced = { key_hash: hashDeadKey(unknown), key_hint: '…', replaced_at: '', updates_until: '' }
    await shop.ctx.database.db
      .insertInto('replaced_keys')
      .values({ ...replaced, licence_id: id })
      .execute()
    const row = { status: 403, code: 'licence_key_replaced', pointer: null }
    await expectRefused(opened, apiRoutes.licenceQuote, { ...row, body: { licenceKey: unknown } })
    const order = changeBody({ licence: { key: unknown } })
    await expectRefused(opened, apiRoutes.checkout, { ...row, body: order })
    const states = [
      ['suspended', 'licence_suspended'],
      ['revoked', 'licence_revoked'],
    ] as const
    for (const [status, code] of states) {
      await shop.ctx.database.db.updateTable('licences').set({ status }).where('id', '=', id).execute()
      const row = { status: 403, code, pointer: null }
      await expectRefused(opened, apiRoutes.licenceQuote, { ...row, body: { licenceKey: key } })
      await expectRefused(opened, apiRoutes.checkout, { ...row, body: changeBody({ licence: { key } }) })
    }
  })

  test('is refused as an order by the buyer, the price and the way to pay, as a cart is', async () => {
    const opened = await setup()
    const licence = { key: opened.key }
    const expectedTotal = 3900
    const order = changeBody({ licence, expectedTotal })
    const rows: [object, number, string, string | null][] = [
      [{ items: [] }, 422, 'validation_failed', '/items'],
      [{ licence: undefined }, 422, 'validation_failed', '/licence'],
      [{ change: undefined }, 422, 'validation_failed', '/change'],
      [{ change: {} }, 422, 'validation_failed', '/change'],
      [{ customer: undefined }, 422, 'validation_failed', '/customer'],
      [{ customer: { ...order.customer, email: 'ada@' } }, 422, 'validation_failed', '/customer/email'],
      [{ customer: { ...order.customer, abn: '51824753557' } }, 422, 'validation_failed', '/customer/abn'],
      [{ acceptTerms: false }, 422, 'validation_failed', '/acceptTerms'],
      [{ paymentMethod: 'cheque' }, 422, 'validation_failed', '/paymentMethod'],
      [{ expectedTotal: -1 }, 422, 'validation_failed', '/expectedTotal'],
      [{ expectedTotal: 1 }, 409, 'price_changed', null],
    ]
    for (const [wrongPart, status, code, pointer] of rows) {
      const body = { ...order, ...wrongPart }
      await expectRefused(opened, apiRoutes.checkout, { body, status, code, pointer })
    }
    const noName = { ...order, customer: { ...order.customer, name: '' } }
    const dear = { ...noName, change: { to: 'facility', renew: 3 } }
    const answer = await opened.send(apiRoutes.checkout, dear)
    expect([answer.status, answer.body.code]).toEqual([422, 'buyer_identity_required'])
    await supertest(opened.shop.app).post(apiRoutes.checkout).send(order).expect(400)
  })
})
