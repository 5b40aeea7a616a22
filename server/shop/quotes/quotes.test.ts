import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { MadeQuote } from '#shared/orders/quotes.ts'
import { newCodeSchema } from '#shared/pricing/codes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Options } from '../../context.ts'
import { zipEverything } from '../../licences/your-licences/everything.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { signIn } from '../../testing/support/customer.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { deskAs, deskOptions } from '../../testing/support/desk.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import { addCode, listCodes } from '../codes/codes.ts'
import { findOrder } from '../orders/order-store.ts'
import { markPaid } from '../orders/take-payment.ts'

const start = new Date('2026-11-22T03:00:00Z')
const day = 24 * 60 * 60 * 1000
const solo = { sku: 'solo', plan: 'Solo', seat_limit: 1 }
const customer = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  companyName: 'Harbour Street School',
  country: 'AU',
}

describeOnEitherEngine('a quote', (databases) => {
  const openShop = useShops(databases)

  async function open(options: Options = {}) {
    let now = start
    const shop = await openShop({ clock: () => now, ...options })
    const wait = (days: number) => {
      now = new Date(start.getTime() + days * day)
    }
    return { shop, wait }
  }

  const ask = ({ app }: TestShop, change: object = {}, key = newKey()) =>
    supertest(app)
      .post(apiRoutes.quotes)
      .set('Idempotency-Key', key)
      .send({
        items: [{ sku: 'studio', qty: 2 }],
        customer,
        purchaseOrder: '4471',
        eInvoice: true,
        verification: 'token',
        ...change,
      })

  const order = ({ app }: TestShop, { quote, accessToken }: MadeQuote, change: object = {}, key = newKey()) =>
    supertest(app)
      .post(apiRoutes.checkout)
      .set('Idempotency-Key', key)
      .send({
        quote: { id: quote.id, accessToken },
        paymentMethod: 'invoice',
        acceptTerms: true,
        verification: 'token',
        ...change,
      })

  const askForChange = (shop: TestShop, key: string, change: object) =>
    ask(shop, { items: undefined, licence: { key }, change })

  test('of a renewal holds its price, and the order of it renews the key', async () => {
    const { shop, wait } = await open()
    const { key, id } = await seedLicence(shop.ctx, { ...solo, updates_until: '2027-01-11T12:59:59.999Z' })
    const { body } = await askForChange(shop, key, { renew: 1, extraSeats: 1 }).expect(201)
    expect(body.quote).toMatchObject({ total: 13_800, changesLicence: true, status: 'open' })
    expect(body.quote.content.lines.map(({ description }: { description: string }) => description)).toEqual([
      expect.stringMatching(/: Extra machine, /),
      expect.stringMatching(/: Renewal to 11 January 2028, /),
    ])
    wait(20)
    const { body: placed } = await order(shop, body).expect(201)
    expect(placed.order).toMatchObject({ total: 13_800, purchaseOrder: '4471' })
    const row = await findOrder(shop.ctx.database.db, placed.order.id)
    await markPaid(shop.ctx, row as NonNullable<typeof row>, {}, { who: 'test' })
    const licence = await shop.ctx.database.db
      .selectFrom('licences')
      .select(['seat_limit', 'updates_until'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(licence).toEqual({ seat_limit: 2, updates_until: '2028-01-11T12:59:59.999Z' })
  })

  test('of a renewal is ordered no more once the licence has more machines than it priced', async () => {
    const { shop } = await open()
    const { key } = await seedLicence(shop.ctx, { ...solo, updates_until: '2027-01-11T12:59:59.999Z' })
    const [renewal, seats] = [
      (await askForChange(shop, key, { renew: 1 }).expect(201)).body,
      (await askForChange(shop, key, { extraSeats: 1 }).expect(201)).body,
    ]
    const { body: placed } = await order(shop, seats).expect(201)
    const row = await findOrder(shop.ctx.database.db, placed.order.id)
    await markPaid(shop.ctx, row as NonNullable<typeof row>, {}, { who: 'test' })
    const { body: refused } = await order(shop, renewal).expect(422)
    expect(refused).toMatchObject({ code: 'change_not_offered', errors: [{ pointer: '/quote/id' }] })
    await ask(shop, { licence: { key }, change: { renew: 1 } }).expect(422)
    await askForChange(shop, 'PRMT-1', { renew: 1 }).expect(422)
  })

  test('holds its prices for thirty days of the company, and nothing is ordered', async () => {
    const { shop } = await open()
    const { body } = await ask(shop).expect(201)
    expect(body.quote).toMatchObject({
      number: 'Q-000001',
      validUntil: '2026-12-22T12:59:59.999Z',
      lines: [{ sku: 'studio', qty: 2, unitAmount: 22_900, amount: 45_800, tax: 4164 }],
      total: 45_800,
      tax: 4164,
      orderNumber: null,
      orderedAt: null,
      content: {
        kind: 'quote',
        validUntil: '2026-12-22',
        purchaseOrder: '4471',
        page: `${shop.ctx.config.siteUrl}${routes.licences}`,
      },
    })
    expect(await shop.ctx.database.db.selectFrom('orders').select('id').execute()).toEqual([])
    const [mail] = await readMails(shop.ctx)
    expect(mail).toMatchObject({
      to: 'ada@example.com',
      subject: 'Quote Q-000001, PO 4471, valid until 22 December 2026',
      attachments: ['Q-000001.pdf'],
    })
    expect(mail?.text).not.toContain('Harbour Street')
    expect(mail?.text).toContain(body.quote.link)
  })

  test('keeps for its order that the buyer’s system takes e-invoices, unless the order says otherwise', async () => {
    const { shop } = await open()
    for (const [change, takes] of [
      [{}, true],
      [{ eInvoice: false }, false],
    ] as const) {
      const { body } = await ask(shop).expect(201)
      expect((await order(shop, body, change).expect(201)).body.order.eInvoice).toBe(takes)
    }
  })

  test('is opened by its token alone, on its page and as PDF', async () => {
    const { shop } = await open()
    const { body, headers } = await ask(shop).expect(201)
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const get = (path: string, token: string) =>
      supertest(shop.app).get(path).set('Authorization', `Bearer ${token}`)
    for (const path of [apiRoutes.quote(body.quote.id), apiRoutes.quotePdf(body.quote.id)]) {
      await get(path, body.accessToken).expect(200)
      await get(path, `${body.accessToken.slice(0, -1)}x`).expect(404)
      await supertest(shop.app).get(path).expect(404)
    }
    await get(apiRoutes.order(body.quote.id), body.accessToken).expect(404)
    const page = await supertest(shop.app)
      .get(routes.quoteOf(body.quote.id))
      .set('Cookie', cookie)
      .expect(200)
    expect(page.text).toContain('These prices hold until')
    expect(page.get('cache-control')).toContain('no-store')
    const link = new URL(body.quote.link)
    const swapped = await supertest(shop.app)
      .get(link.pathname + link.search)
      .expect(303)
    expect(swapped.get('location')).toBe(routes.quoteOf(body.quote.id))
    await supertest(shop.app).get(routes.quoteOf(body.quote.id)).expect(404)
  })

  test('asked for again with the same key is the same one, also eight times at once', onBoth, async () => {
    const passed = new Set<string>()
    // The human check takes each token once.
    const verify = async (token: string) => (passed.size < passed.add(token).size ? 'ok' : 'failed')
    const { shop } = await open({ verifier: { verify } })
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(shop, {}, key)))
    const numbers = answers.map(({ body }) => body.quote?.number ?? body.code)
    expect(new Set([...numbers, 'in_progress'])).toEqual(new Set(['Q-000001', 'in_progress']))
    expect((await ask(shop, {}, key).expect(201)).body.quote.number).toBe('Q-000001')
    const { body } = await ask(shop, { purchaseOrder: 'another' }, key).expect(422)
    expect(body.code).toBe('idempotency_key_reused')
    passed.clear()
    expect((await ask(shop).expect(201)).body.quote.number).toBe('Q-000002')
  })

  test('becomes one order at its prices, whatever the list says by then', async () => {
    const { shop } = await open()
    const { body: made } = await ask(shop).expect(201)
    await shop.ctx.database.db.updateTable('quotes').set({ price_version: 'an older one' }).execute()
    const { body } = await order(shop, made, { purchaseOrder: '9999' }).expect(201)
    expect(body.order).toMatchObject({
      total: 45_800,
      purchaseOrder: '9999',
      customer: { companyName: 'Harbour Street School' },
      documents: [{ kind: 'invoice' }],
    })
    const again = await order(shop, made).expect(409)
    expect(again.body).toMatchObject({ code: 'quote_used', orderNumber: body.order.number })
    const view = await supertest(shop.app)
      .get(apiRoutes.quote(made.quote.id))
      .set('Authorization', `Bearer ${made.accessToken}`)
    expect(view.body).toMatchObject({
      status: 'ordered',
      orderNumber: body.order.number,
      orderedAt: body.order.createdAt,
    })
  })

  test('keeps its purchase order where the order names none, and can be paid by card', async () => {
    const { shop } = await open()
    const { body: made } = await ask(shop).expect(201)
    const { body } = await order(shop, made, { paymentMethod: 'card' }).expect(201)
    expect(body).toMatchObject({ order: { purchaseOrder: '4471' }, payment: { action: 'redirect' } })
  })

  test('loses its purchase order where the order empties it', async () => {
    const { shop } = await open()
    const { body: made } = await ask(shop).expect(201)
    const { body } = await order(shop, made, { purchaseOrder: '' }).expect(201)
    expect(body.order).not.toHaveProperty('purchaseOrder')
  })

  test('refuses another buyer, a code and another total, and takes its own total', async () => {
    const { shop } = await open()
    const { body: made } = await ask(shop).expect(201)
    const customer = { name: 'Eve', email: 'eve@example.com', country: 'AU' }
    for (const [member, value] of Object.entries({ customer, code: 'TEN', items: [] })) {
      const { body } = await order(shop, made, { [member]: value }).expect(422)
      expect(body.errors).toMatchObject([{ pointer: `/${member}` }])
    }
    const { body } = await order(shop, made, { expectedTotal: 45_799 }).expect(409)
    expect(body).toMatchObject({ code: 'price_changed', total: 45_800 })
    await order(shop, made, { expectedTotal: 45_800 }).expect(201)
  })

  test('ordered eight times at once is one order', onBoth, async () => {
    const { shop } = await open()
    const { body: made } = await ask(shop).expect(201)
    const answers = await Promise.all(Array.from({ length: 8 }, () => order(shop, made)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
    expect(await shop.ctx.database.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })

  test('is over after its last day', async () => {
    const { shop, wait } = await open()
    const { body: made } = await ask(shop).expect(201)
    wait(30.4)
    await order(shop, made).expect(201)
    const { body: other } = await ask(shop).expect(201)
    const opened = (path: string) =>
      supertest(shop.app).get(path).set('Authorization', `Bearer ${other.accessToken}`)
    expect((await opened(apiRoutes.quote(other.quote.id))).body.status).toBe('open')
    wait(62)
    expect((await order(shop, other).expect(409)).body.code).toBe('quote_expired')
    expect((await opened(apiRoutes.quote(other.quote.id))).body.status).toBe('expired')
    const page = await opened(routes.quoteOf(other.quote.id)).expect(200)
    expect(page.text).toContain('These prices held until')
    expect(page.text).not.toContain('Order it')
  })

  test('with a wrong token is as unknown as one that isn’t there', async () => {
    const { shop } = await open()
    const { body: made } = await ask(shop).expect(201)
    for (const wrong of [
      { ...made, accessToken: `ot_${'x'.repeat(43)}` },
      { ...made, quote: { ...made.quote, id: 'qte_none' } },
    ]) {
      expect((await order(shop, wrong).expect(404)).body.code).toBe('quote_not_found')
    }
  })

  test('holds a code’s price past the code’s last day, and its last use', onBoth, async () => {
    const { shop, wait } = await open()
    const { database, clock, random } = shop.ctx
    const code = newCodeSchema.parse({ code: 'CREW10', percent: 10, to: '2026-11-30', maxUses: 1 })
    await database.db
      .transaction()
      .execute((trx) => addCode(trx, code, { who: 'test', now: clock(), random }))
    const { body: made } = await ask(shop, { code: 'crew10' }).expect(201)
    expect(made.quote).toMatchObject({ total: 41_220, discount: 4580 })
    const uses = () => listCodes(database.db, clock())
    expect(await uses()).toMatchObject([{ max_uses: 1, reserved: 0, promised: 1 }])
    const { body: refused } = await shop
      .checkOut({
        code: 'CREW10',
        expectedTotal: 41_220,
        customer: { ...customer, email: 'ben@example.com' },
      })
      .expect(422)
    expect(refused.errors).toMatchObject([
      { code: 'code_invalid', detail: 'Open quotes hold the last uses of CREW10.' },
    ])
    wait(20)
    expect((await order(shop, made).expect(201)).body.order.total).toBe(41_220)
    expect(await uses()).toMatchObject([{ max_uses: 1, reserved: 1, promised: 0 }])
  })

  test('that is over holds no use of its code', async () => {
    const { shop, wait } = await open()
    const { database, clock, random } = shop.ctx
    const code = newCodeSchema.parse({ code: 'CREW10', percent: 10, maxUses: 1 })
    await database.db
      .transaction()
      .execute((trx) => addCode(trx, code, { who: 'test', now: clock(), random }))
    await ask(shop, { code: 'crew10' }).expect(201)
    wait(31)
    await shop.checkOut({ code: 'CREW10', expectedTotal: 41_220, paymentMethod: 'invoice' }).expect(201)
  })

  test('of one address share the uses left, in a race of quotes, orders and carts', onBoth, async () => {
    const { shop } = await open()
    const { database, clock, random } = shop.ctx
    const code = newCodeSchema.parse({ code: 'CREW10', percent: 10, maxUses: 3, maxUsesPerAddress: 2 })
    await database.db
      .transaction()
      .execute((trx) => addCode(trx, code, { who: 'test', now: clock(), random }))
    const of = (name: string) => ({ customer: { ...customer, email: `${name}@example.com` } })
    const made: [string, MadeQuote][] = []
    await Promise.all(
      ['ada', 'ada', 'ada', 'ben', 'cleo', 'dora'].map(async (name) => {
        const { status, body } = await ask(shop, { code: 'crew10', ...of(name) })
        if (status === 201) made.push([name, body])
      }),
    )
    const cart = { code: 'CREW10', expectedTotal: 41_220, paymentMethod: 'invoice' } as const
    const [ordered] = await Promise.all([
      Promise.all(made.map(async ([name, quote]) => [name, (await order(shop, quote)).status] as const)),
      Promise.all(['eve', 'eve', 'eve'].map((name) => shop.checkOut({ ...cart, ...of(name) }))),
    ])
    // Each address with one quote has its price.
    expect(ordered.filter(([name, status]) => name !== 'ada' && status !== 201)).toEqual([])
    expect(ordered.map(([, status]) => status)).toContain(201)
    const uses = await database.db.selectFrom('code_uses').select(['place', 'email']).execute()
    expect(uses.length).toBeLessThanOrEqual(3)
    expect(uses.map(({ place }) => place)).not.toContain(null)
    expect(uses.filter(({ email }) => email === 'ada@example.com').length).toBeLessThanOrEqual(2)
  })

  test('of nothing is told as free, and its order is paid at once', async () => {
    const { shop } = await open()
    const { database, clock, random } = shop.ctx
    const code = newCodeSchema.parse({ code: 'GIFT', percent: 100 })
    await database.db
      .transaction()
      .execute((trx) => addCode(trx, code, { who: 'test', now: clock(), random }))
    const { body: made } = await ask(shop, { code: 'gift' }).expect(201)
    const [mail] = await readMails(shop.ctx)
    expect(mail?.text).toContain('there is nothing to pay')
    expect(mail?.text).not.toMatch(/by card|transfer/)
    const page = await supertest(shop.app)
      .get(routes.quoteOf(made.quote.id))
      .set('Authorization', `Bearer ${made.accessToken}`)
    expect(page.text).toContain('There is nothing to pay.')
    expect(page.text).not.toContain('until you order')
    expect((await order(shop, made).expect(201)).body.order).toMatchObject({ status: 'paid', total: 0 })
  })

  test('is found by its buyer who signed in, by the desk and by the command line, and by nobody else', async () => {
    const shop = await openShop(await deskOptions({ clock: () => start }))
    const { body: made } = await ask(shop).expect(201)
    const { body: others } = await ask(shop, {
      customer: { ...customer, email: 'grace@example.com', companyName: 'Compilers' },
    }).expect(201)
    const { body: placed } = await order(shop, made).expect(201)

    const ada = await signIn(shop, 'ada@example.com')
    const listed = { number: 'Q-000001', total: 45_800, orderNumber: '2026-000001' }
    expect((await ada.get(apiRoutes.licencesMine).expect(200)).body.quotes).toMatchObject([listed])
    expect((await ada.get(apiRoutes.quote(made.quote.id)).expect(200)).body).toMatchObject(listed)
    await ada.get(apiRoutes.quote(others.quote.id)).expect(404)
    const grace = await signIn(shop, 'grace@example.com')
    await grace.get(apiRoutes.quote(others.quote.id)).expect(200)
    await supertest(shop.app).get(apiRoutes.quote(made.quote.id)).expect(404)
    const pdf = (await ada.get(apiRoutes.quotePdf(made.quote.id)).buffer(true).expect(200)).body
    const files = unzipSync(
      new Uint8Array(await buffer(zipEverything(shop.ctx, { email: 'ada@example.com' }))),
    )
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['quotes/Q-000001.json', 'documents/Q-000001.pdf']),
    )
    expect(Object.keys(files).join()).not.toContain('Q-000002')
    expect(Buffer.compare(Buffer.from(files['documents/Q-000001.pdf'] ?? []), pdf)).toBe(0)

    const desk = await deskAs(shop, 'books')
    for (const text of ['Q-000002', 'q000002', 'compil', 'grace@example.com']) {
      const { results } = (await desk.get(`${deskApiRoutes.search}?q=${text}`).expect(200)).body
      expect(results).toMatchObject([{ kind: 'quote', title: 'Q-000002', total: 45_800 }])
      expect(results[0].href).toBe(deskRoutes.quote(others.quote.id))
    }
    const document = desk.get(deskApiRoutes.quotePdf(others.quote.id))
    await document.expect(200).expect('content-type', 'application/pdf')
    await desk.get(deskApiRoutes.quotePdf('qte_none')).expect(404)
    expect((await desk.get(deskApiRoutes.order(placed.order.id)).expect(200)).body.quote).toEqual({
      id: made.quote.id,
      number: 'Q-000001',
    })

    const admin = async (...args: string[]) => (await runAdmin(shop.environment, ...args)).stdout
    expect(JSON.parse(await admin('quotes', 'list', '--q', 'harbour', '--json'))).toMatchObject([listed])
    expect(await admin('quotes', 'list')).toMatch(
      /^Q-000002 .* valid until 2026-12-22 .*\nQ-000001 .* ordered as /,
    )
    expect(await admin('quotes', 'show', 'Q-000001')).toContain('2 × studio')
    expect(await admin('orders', 'show', placed.order.number)).toContain('quote Q-000001')
  })
})
