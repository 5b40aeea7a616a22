import supertest from 'supertest'
import { expect, test } from 'vitest'
import { taxIncluded } from '#shared/pricing/tax.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { cartBody, newKey, passing, useShops } from '../../testing/support/shop.ts'

const goodAbn = '51 824 753 556'

type WrongBody = [change: object, code: string, pointer: string]

const wrongBodies: WrongBody[] = [
  [{ items: [] }, 'cart_empty', '/items'],
  [{ items: 'solo' }, 'validation_failed', '/items'],
  [{ items: [null] }, 'sku_unknown', '/items/0/sku'],
  [{ items: [{ sku: 'nope', qty: 1 }] }, 'sku_unknown', '/items/0/sku'],
  ...[0, -1, 1.5, '2', 100, null, 1e300].map(
    (qty): WrongBody => [items(['solo', qty]), 'qty_invalid', '/items/0/qty'],
  ),
  [items(['solo', 1], ['studio', 0]), 'qty_invalid', '/items/1/qty'],
  [items(['solo', 60], ['solo', 60]), 'qty_invalid', '/items/1/qty'],
  ...['ada@', 'a@b', `${'a'.repeat(251)}@b.c`].map(
    (email): WrongBody => [customer({ email }), 'validation_failed', '/customer/email'],
  ),
  [customer({ name: 'Ada\r\nBcc: eve' }), 'validation_failed', '/customer/name'],
  [customer({ name: 'Ada\u202e' }), 'validation_failed', '/customer/name'],
  [customer({ companyName: '\u2066Acme' }), 'validation_failed', '/customer/companyName'],
  [customer({ name: ' ' }), 'validation_failed', '/customer/name'],
  [customer({ abn: '51 824 753 557' }), 'validation_failed', '/customer/abn'],
  [customer({ nzbn: '9429030620002' }), 'validation_failed', '/customer/nzbn'],
  [customer({ country: 'Australia' }), 'validation_failed', '/customer/country'],
  ...['ZZ', 'au', '', 'AU '].map(
    (country): WrongBody => [customer({ country }), 'validation_failed', '/customer/country'],
  ),
  [{ customer: undefined }, 'validation_failed', '/customer'],
  [{ acceptTerms: false }, 'validation_failed', '/acceptTerms'],
  [{ purchaseOrder: 'PO\n1' }, 'validation_failed', '/purchaseOrder'],
  [{ ...customer({ country: 'DE' }), waivesWithdrawal: false }, 'validation_failed', '/waivesWithdrawal'],
]

function items(...lines: [sku: string, qty: unknown][]): object {
  return { items: lines.map(([sku, qty]) => ({ sku, qty })) }
}

function customer(change: object): object {
  return { customer: { ...cartBody().customer, ...change } }
}

describeOnEitherEngine('POST /api/checkout', (databases) => {
  const openShop = useShops(databases)

  test('needs an Idempotency-Key of 16 to 255 visible characters', async () => {
    const { app } = await openShop()
    for (const key of ['', 'short', 'x'.repeat(256), 'with a space in it']) {
      const request = supertest(app).post('/api/checkout').send(cartBody())
      const { body } = await (key ? request.set('Idempotency-Key', key) : request).expect(400)
      expect(body.code).toBe('idempotency_key_required')
    }
  })

  test('refuses what is wrong by name, and stores nothing', onBoth, async () => {
    const shop = await openShop()
    for (const [change, code, pointer] of wrongBodies) {
      const { body } = await shop.checkOut(change as object).expect(422)
      expect([change, body.code]).toEqual([change, code])
      expect(body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
    }
    expect(await shop.ctx.database.db.selectFrom('orders').select('id').execute()).toEqual([])
    expect(await shop.ctx.database.db.selectFrom('idempotency_keys').select('key_hash').execute()).toEqual([])
  })

  test('keeps that a consumer of the EU asked for delivery at once, and asks nobody else', async () => {
    const shop = await openShop()
    const place = async (who: object, waivesWithdrawal?: boolean) => {
      const { body } = await shop
        .checkOut({ ...customer(who), waivesWithdrawal, paymentMethod: 'invoice' })
        .expect(201)
      return body.order.waivesWithdrawal
    }
    expect(await place({ country: 'DE' }, true)).toBe(true)
    expect(await place({ country: 'DE', vatId: 'DE123456789' })).toBeUndefined()
    expect(await place({ country: 'AU' }, true)).toBeUndefined()
    expect(await place({ country: 'CH' })).toBeUndefined()
    // Another program that doesn't say so leaves the right as it is.
    expect(await place({ country: 'DE' })).toBeUndefined()
    const mails = await readMails(shop.ctx)
    expect(mails.filter(({ text }) => text?.includes('article 16 (m)'))).toHaveLength(1)
  })

  test('names all that is wrong at once, a missing name too', async () => {
    const shop = await openShop()
    for (const name of ['', undefined]) {
      const wrong = { ...customer({ name, email: 'ada' }), acceptTerms: false } as object
      const { body } = await shop.checkOut(wrong).expect(422)
      expect(body.code).toBe('validation_failed')
      expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([
        '/customer/name',
        '/customer/email',
        '/acceptTerms',
      ])
    }
  })

  test('from A$1,000 in Australia the buyer is named', async () => {
    const shop = await openShop()
    const items = [{ sku: 'facility', qty: 2 }]
    const big = { items, expectedTotal: 138_000 }
    const nameless = { ...cartBody().customer, name: '' }
    const { body } = await shop.checkOut({ ...big, customer: nameless }).expect(422)
    expect(body.code).toBe('buyer_identity_required')
    for (const known of [{ companyName: 'Byron Pty Ltd' }, { abn: goodAbn }]) {
      const answer = await shop.checkOut({ ...big, customer: { ...nameless, ...known } }).expect(422)
      expect(answer.body.code).toBe('validation_failed')
    }
    await shop.checkOut(big).expect(201)
  })

  test('takes null for every member that may be left out', async () => {
    const shop = await openShop()
    const absent = { quote: null, licence: null, change: null, code: null, purchaseOrder: null }
    const others = { eInvoice: null, waivesWithdrawal: null, verification: null }
    const { body } = await shop.checkOut({ ...absent, ...others } as object).expect(201)
    expect(body.order.lines).toMatchObject([{ sku: 'studio', qty: 2 }])
  })

  test('what a client says of prices, totals and states is ignored', async () => {
    const shop = await openShop()
    const items = [{ sku: 'solo', qty: 1, unitAmount: 1, price: 1, name: 'Free' }]
    const { body } = await shop
      .checkOut({ items, expectedTotal: 8900, total: 1, status: 'paid', tax: 0 } as object)
      .expect(201)
    expect(body.order).toMatchObject({
      status: 'pending',
      total: 8900,
      tax: 809,
      lines: [{ unitAmount: 8900, name: 'Solo' }],
    })
  })

  test('amounts sum to the total and taxes to the tax; abroad there is no tax and the same price', async () => {
    const shop = await openShop()
    const items = [
      { sku: 'solo', qty: 1 },
      { sku: 'studio', qty: 1 },
      { sku: 'solo', qty: 3 },
    ]
    const total = 4 * 8900 + 22_900
    const { body } = await shop.checkOut({ items, expectedTotal: total }).expect(201)
    const sum = (member: 'amount' | 'tax') =>
      body.order.lines.reduce((all: number, line: Record<string, number>) => all + (line[member] ?? 0), 0)
    expect(body.order).toMatchObject({ total, tax: taxIncluded(total, { name: 'GST', divisor: 11 }) })
    expect([sum('amount'), sum('tax')]).toEqual([total, taxIncluded(total, { name: 'GST', divisor: 11 })])
    expect(body.order.lines.map(({ sku, qty }: { sku: string; qty: number }) => [sku, qty])).toEqual([
      ['solo', 4],
      ['studio', 1],
    ])

    const abroad = { items, expectedTotal: total, customer: { ...cartBody().customer, country: 'NZ' } }
    const { body: other } = await shop.checkOut(abroad).expect(201)
    expect(other.order).toMatchObject({ total, tax: 0, lines: [{ tax: 0 }, { tax: 0 }] })
  })

  test('a total that isn’t ours is 409 with ours, and the same key goes on with it', async () => {
    const shop = await openShop()
    const key = newKey()
    const { body } = await shop.checkOut({ expectedTotal: 45_799 }, key).expect(409)
    expect(body).toMatchObject({ code: 'price_changed', total: 45_800 })
    await shop.checkOut({}, key).expect(201)
  })

  test('the same key and body again is the same answer, and one order', onBoth, async () => {
    const shop = await openShop()
    const key = newKey()
    const first = await shop.checkOut({}, key).expect(201)
    const second = await shop.checkOut({ verification: 'another token' }, `"${key}"`).expect(201)
    expect(second.body).toEqual(first.body)
    expect(second.get('Location')).toBe(`/api/orders/${first.body.order.id}`)
    expect(shop.stripe.sessions.size).toBe(1)
    const { body } = await shop.checkOut({ items: [{ sku: 'solo', qty: 1 }] }, key).expect(422)
    expect(body.code).toBe('idempotency_key_reused')
  })

  test('what is ignored makes no other order of it, nor does the order of members', async () => {
    const shop = await openShop()
    const key = newKey()
    const first = await shop.checkOut({}, key).expect(201)
    const { customer, items, ...rest } = cartBody()
    const shuffled = {
      customer,
      ...rest,
      items: items.map((item) => ({ note: 'x', ...(item as object) })),
      total: 1,
    }
    const again = await shop.checkOut(shuffled, key).expect(201)
    expect(again.body).toEqual(first.body)
  })

  test('a body that is nested deeply is no failure of ours', onBoth, async () => {
    const { app } = await openShop()
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const send = (body: object) =>
      supertest(app)
        .post('/api/checkout')
        .set({ 'Idempotency-Key': newKey(), 'Content-Type': 'application/json' })
        .send(JSON.stringify(body).replace('"deep"', deep))
    await send({ ...cartBody(), x: 'deep' }).expect(201)
    await send({ ...cartBody(), items: [{ sku: 'studio', qty: 2, x: 'deep' }] }).expect(201)
    for (const item of ['deep', { sku: 'deep', qty: 1 }, { sku: 'studio', qty: 'deep' }]) {
      await send({ ...cartBody(), items: [item] }).expect(422)
    }
  })

  test('parallel checkouts with one key, in two processes, are one order', onBoth, async () => {
    const shop = await openShop()
    const other = await shop.another()
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        supertest(index % 2 ? shop.app : other.app)
          .post('/api/checkout')
          .set('Idempotency-Key', key)
          .send(cartBody()),
      ),
    )
    const placed = answers.filter(({ status }) => status === 201)
    expect(placed.length).toBeGreaterThan(0)
    expect(new Set(placed.map(({ body }) => body.order.id)).size).toBe(1)
    for (const { status, body, headers } of answers) {
      if (status === 201) continue
      expect([status, body.code, headers['retry-after']]).toEqual([409, 'in_progress', '1'])
    }
    expect(await shop.ctx.database.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
    expect(shop.stripe.sessions.size).toBe(1)
  })

  test('an attempt whose process died is taken over when its lease has run out', onBoth, async () => {
    let now = Date.parse('2026-05-01T00:00:00Z')
    const clock = () => new Date(now)
    const shop = await openShop({ clock, verifier: { verify: () => new Promise(() => {}) } })
    const key = newKey()
    const hanging = supertest(shop.app).post('/api/checkout').set('Idempotency-Key', key).send(cartBody())
    hanging.then(
      () => {},
      () => {},
    )
    const alive = await shop.another({ clock })
    const again = () =>
      supertest(alive.app).post('/api/checkout').set('Idempotency-Key', key).send(cartBody())
    await expect.poll(async () => (await again()).status).toBe(409)
    now += 31_000
    await again().expect(201)
    hanging.abort()
  })

  test('an attempt that was taken over places no order, and says when to try again', onBoth, async () => {
    let now = Date.parse('2026-05-01T00:00:00Z')
    const clock = () => new Date(now)
    const shop = await openShop({ clock })
    const key = newKey()
    const overtaken = await shop.another({
      clock,
      verifier: {
        async verify() {
          now += 31_000
          await shop.checkOut({}, key).expect(201)
          return 'ok'
        },
      },
    })
    const late = await supertest(overtaken.app)
      .post('/api/checkout')
      .set('Idempotency-Key', key)
      .send(cartBody())
    expect([late.status, late.body.code, late.get('retry-after')]).toEqual([409, 'in_progress', '1'])
    expect(await shop.ctx.database.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })

  test('who isn’t human, or can’t be told from one, places no order', async () => {
    const failed = await openShop({ verifier: { verify: async () => 'failed' } })
    const { body } = await failed.checkOut().expect(422)
    expect(body).toMatchObject({ code: 'verification_failed', errors: [{ pointer: '/verification' }] })
    const unavailable = await openShop({ verifier: { verify: async () => 'unavailable' } })
    const answer = await unavailable.checkOut().expect(503)
    expect(answer.body.code).toBe('verification_unavailable')
    expect(answer.get('Retry-After')).toBeTruthy()
  })

  test('while Stripe is down an order is kept, and resumed without a new human check', onBoth, async () => {
    const shop = await openShop()
    const key = newKey()
    shop.stripe.mood = 'down'
    const { body, headers } = await shop.checkOut({}, key).expect(503)
    expect([body.code, headers['retry-after']]).toEqual(['payment_provider_unavailable', '10'])
    shop.stripe.mood = 'garbage'
    await shop.checkOut({}, key).expect(503)
    shop.stripe.mood = 'well'
    const other = await shop.another({ verifier: { verify: async () => 'failed' } })
    const resumed = await supertest(other.app)
      .post('/api/checkout')
      .set('Idempotency-Key', key)
      .send(cartBody())
      .expect(201)
    const orders = await shop.ctx.database.db.selectFrom('orders').select('id').execute()
    expect(orders).toEqual([{ id: resumed.body.order.id }])
  })

  test('payment by invoice says how to pay, by mail too; card without Stripe is refused', async () => {
    const shop = await openShop()
    const { body } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    expect(body.payment).toEqual({ action: 'instructions' })
    expect(body.order.mails).toMatchObject([{ kind: 'order_received' }])
    const app = (await shop.another({ payments: null, verifier: passing })).app
    const refused = await supertest(app)
      .post('/api/checkout')
      .set('Idempotency-Key', newKey())
      .send(cartBody())
      .expect(422)
    expect(refused.body.code).toBe('payment_method_unavailable')
  })

  test('answers in problems: wrong type, broken JSON, too large, wrong method', async () => {
    const { app } = await openShop()
    const post = () => supertest(app).post('/api/checkout').set('Idempotency-Key', newKey())
    await post().type('text').send('hello').expect(415)
    await post().type('json').send('{').expect(400)
    await post().type('json').send('[]').expect(422)
    await post()
      .send({ ...cartBody(), junk: 'x'.repeat(70_000) })
      .expect(413)
    await supertest(app).get('/api/checkout').expect(405).expect('Allow', 'POST')
  })
})
