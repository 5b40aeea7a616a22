import supertest from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/api-routes.ts'
import { newCodeSchema } from '#shared/codes.ts'
import type { MadeQuote } from '#shared/quotes.ts'
import { routes } from '#shared/routes.ts'
import { addCode } from '../codes/codes.ts'
import { describeOnBothEngines } from '../testing/databases.ts'
import { readMails } from '../testing/mailbox.ts'
import { newKey, type TestShop, useShops } from '../testing/shop.ts'

const start = new Date('2026-11-22T03:00:00Z')
const day = 24 * 60 * 60 * 1000
const customer = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  companyName: 'Harbour Street School',
  country: 'AU',
}

describeOnBothEngines('a quote', (databases) => {
  const openShop = useShops(databases)

  async function open() {
    let now = start
    const shop = await openShop({ clock: () => now })
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
      content: { kind: 'quote', validUntil: '2026-12-22', purchaseOrder: '4471' },
    })
    expect(await shop.ctx.database.db.selectFrom('orders').select('id').execute()).toEqual([])
    const [mail] = await readMails(shop.ctx)
    expect(mail).toMatchObject({
      to: 'ada@example.com',
      subject: 'Quote Q-000001, valid until 22 December 2026',
      attachments: ['Q-000001.pdf'],
    })
    expect(mail?.text).not.toContain('Harbour Street')
    expect(mail?.text).toContain(body.quote.link)
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

  test('asked for again with the same key is the same one, also eight times at once', async () => {
    const { shop } = await open()
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(shop, {}, key)))
    expect(new Set(answers.map(({ body }) => body.quote?.number))).toEqual(new Set(['Q-000001']))
    const { body } = await ask(shop, { purchaseOrder: 'another' }, key).expect(422)
    expect(body.code).toBe('idempotency_key_reused')
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
    expect(view.body.orderNumber).toBe(body.order.number)
  })

  test('keeps its purchase order where the order names none, and can be paid by card', async () => {
    const { shop } = await open()
    const { body: made } = await ask(shop).expect(201)
    const { body } = await order(shop, made, { paymentMethod: 'card' }).expect(201)
    expect(body).toMatchObject({ order: { purchaseOrder: '4471' }, payment: { action: 'redirect' } })
  })

  test('ordered eight times at once is one order', async () => {
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
    wait(62)
    expect((await order(shop, other).expect(409)).body.code).toBe('quote_expired')
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

  test('holds a code’s price past the code’s last day, and not past its last use', async () => {
    const { shop, wait } = await open()
    const { database, clock, random } = shop.ctx
    const code = newCodeSchema.parse({ code: 'CREW10', percent: 10, to: '2026-11-30', maxUses: 1 })
    await database.db
      .transaction()
      .execute((trx) => addCode(trx, code, { who: 'test', now: clock(), random }))
    const first = (await ask(shop, { code: 'crew10' }).expect(201)).body
    const second = (await ask(shop, { code: 'crew10' }).expect(201)).body
    expect(first.quote).toMatchObject({ total: 41_220, discount: 4580 })
    wait(20)
    expect((await order(shop, first).expect(201)).body.order.total).toBe(41_220)
    expect((await order(shop, second).expect(422)).body.code).toBe('code_invalid')
  })
})
