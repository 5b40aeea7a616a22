import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import type { MadeQuote } from '#shared/orders/quotes.ts'
import { newCodeSchema } from '#shared/pricing/codes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { momentOf } from '../../runtime/moment.ts'
import { signIn } from '../../testing/support/customer.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { cartBody, newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import { addCode, listCodes } from '../codes/codes.ts'
import { settle } from '../orders/settle.ts'
import { takePayment } from '../orders/take-payment.ts'
import { findOrderedTwice } from './ordered-twice.ts'
import { bindQuote, findQuote } from './quotes.ts'
import { withdrawQuote } from './withdraw-quote.ts'

type Headers = Record<string, string>

const dayMs = 24 * 60 * 60 * 1000

describeOnEitherEngine('a quote whose order is left unpaid', (databases) => {
  const openShop = useShops(databases)

  const { expectedTotal: _total, paymentMethod: _method, acceptTerms: _terms, ...cart } = cartBody()

  async function open(asked: object = cart) {
    const clock = { now: Date.parse('2026-11-22T03:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const wait = (days: number) => {
      clock.now += days * dayMs
    }
    const made = await makeQuote(shop, asked)
    await readMails(shop.ctx)
    const look = async (headers: Headers = { Authorization: `Bearer ${made.accessToken}` }) =>
      (await supertest(shop.app).get(apiRoutes.quote(made.quote.id)).set(headers).expect(200)).body
    const statusOf = async ({ order }: PlacedOrder) => (await settle(shop.ctx, order.id))?.status
    return { shop, made, wait, look, statusOf }
  }

  async function makeQuote({ app }: TestShop, asked: object): Promise<MadeQuote> {
    const asking = supertest(app).post(apiRoutes.quotes).set('Idempotency-Key', newKey())
    return (await asking.send({ ...asked, verification: 'token' }).expect(201)).body
  }

  const order = (
    { app }: TestShop,
    { quote, accessToken }: MadeQuote,
    paymentMethod: 'card' | 'invoice' = 'card',
    key = newKey(),
  ) =>
    supertest(app)
      .post(apiRoutes.checkout)
      .set('Idempotency-Key', key)
      .send({
        quote: { id: quote.id, accessToken },
        // Many programs write null for what they leave out.
        items: null,
        customer: null,
        code: null,
        expectedTotal: null,
        paymentMethod,
        acceptTerms: true,
        verification: 'token',
      })

  const place = async (...ordering: Parameters<typeof order>): Promise<PlacedOrder> =>
    (await order(...ordering).expect(201)).body

  async function addTenPercent(ctx: TestShop['ctx'], limits: { maxUses?: number }) {
    const code = newCodeSchema.parse({ code: 'CREW10', percent: 10, ...limits })
    await ctx.database.db
      .transaction()
      .execute((trx) => addCode(trx, code, { who: 'test', ...momentOf(ctx) }))
  }

  /** The payment page runs out. */
  async function lapse({ ctx, stripe }: TestShop, placed: PlacedOrder) {
    stripe.expire(stripe.sessionOf(placed.order.id))
    await settle(ctx, placed.order.id)
  }

  const cancel = ({ app }: TestShop, { order: { id }, accessToken }: PlacedOrder) =>
    supertest(app)
      .post(`${apiRoutes.order(id)}/cancel`)
      .set('Authorization', `Bearer ${accessToken}`)
      .send({})

  test('leads back from the payment page to its order, which alone can be paid', async () => {
    const { shop, made, look } = await open()
    const answer = await order(shop, made).expect(201)
    const placed: PlacedOrder = answer.body
    const { cancel_url } = shop.stripe.sessionOf(placed.order.id)
    expect(cancel_url).toBe(shop.ctx.config.siteUrl + routes.completedOrder(placed.order.id))
    expect(placed.order.quote).toEqual({ url: null })

    const unmailed = { status: 'ordered', orderNumber: placed.order.number, orderMailed: false }
    expect(await look()).toMatchObject({ ...unmailed, orderId: null })
    const cookie = String(answer.get('set-cookie')?.[0]).split(';')[0] ?? ''
    const both = { Cookie: `${cookie}.${made.accessToken}` }
    expect(await look(both)).toMatchObject({ ...unmailed, orderId: placed.order.id })
    const page = async (headers: Headers) =>
      (await supertest(shop.app).get(routes.quoteOf(made.quote.id)).set(headers).expect(200)).text
    expect(await page(both)).toContain('Open the order')
    expect(await page(both)).not.toContain('in the mail that went')
    const seenByOthers = await page({ Cookie: `orders=${made.accessToken}` })
    expect(seenByOthers).toContain('The order opens on the device that placed it')
    expect(seenByOthers).not.toContain(placed.order.id)
    const ada = await signIn(shop, 'ada@example.com')
    const { body } = await ada.get(apiRoutes.quote(made.quote.id)).expect(200)
    expect(body).toMatchObject({ ...unmailed, orderId: placed.order.id })
  })

  test('can be ordered again once the payment page ran out, though nobody told the site', async () => {
    const { shop, made, wait, look } = await open()
    const placed = await place(shop, made)
    shop.stripe.expire(shop.stripe.sessionOf(placed.order.id))
    wait(1)
    expect(await look()).toMatchObject({ status: 'open', orderNumber: null, orderedAt: null, orderId: null })
    const { body: expired } = await shop.orderOf(placed).expect(200)
    expect(expired).toMatchObject({ status: 'expired' })
    const page = await supertest(shop.app)
      .get(routes.completedOrder(placed.order.id))
      .set('Authorization', `Bearer ${placed.accessToken}`)
    expect(page.text).toContain(expired.quote.url.replaceAll('&', '&amp;'))
    const opened = await supertest(shop.app).get(expired.quote.url).expect(303)
    expect(opened.get('location')).toBe(routes.quoteOf(made.quote.id))

    const second = await place(shop, made, 'invoice')
    expect(await look()).toMatchObject({ orderNumber: second.order.number, orderMailed: true })
    expect((await shop.orderOf(placed)).body.quote).toEqual({ url: null })
    expect((await order(shop, made).expect(409)).body.code).toBe('quote_used')
    const desk = await deskAs(shop, 'support')
    const { events } = (await desk.get(deskApiRoutes.quote(made.quote.id)).expect(200)).body
    const acts = events.map(({ act }: { act: string }) => act)
    expect(acts).toEqual(['quote.made', 'order.placed', 'order.placed'])
    for (const { order } of [placed, second])
      expect((await desk.get(deskApiRoutes.order(order.id)).expect(200)).body.quote.id).toBe(made.quote.id)
  })

  test('is ordered at once when the checkout is the first to see that the page ran out', async () => {
    const { shop, made, wait } = await open()
    const placed = await place(shop, made)
    shop.stripe.expire(shop.stripe.sessionOf(placed.order.id))
    wait(1)
    await place(shop, made, 'invoice')
  })

  test.each(['card', 'invoice'] as const)(
    'by %s can be ordered again once it is cancelled',
    async (method) => {
      const { shop, made, look } = await open()
      const placed = await place(shop, made, method)
      await readMails(shop.ctx)
      const { body } = await cancel(shop, placed).expect(200)
      expect(body.order).toMatchObject({ status: 'cancelled' })
      expect((await look()).status).toBe('open')
      const page = await supertest(shop.app)
        .get(routes.completedOrder(placed.order.id))
        .set('Authorization', `Bearer ${placed.accessToken}`)
      expect(page.text).toContain(body.order.quote.url.replaceAll('&', '&amp;'))
      const [mail] = await readMails(shop.ctx)
      expect(mail?.text).toContain(made.quote.link)
      await place(shop, made, method)
    },
  )

  test('whose prices no longer hold is left out of the mail about its cancelled order', async () => {
    const { shop, made, wait } = await open()
    wait(29.5)
    const placed = await place(shop, made, 'invoice')
    await readMails(shop.ctx)
    wait(1)
    await cancel(shop, placed).expect(200)
    const [mail] = await readMails(shop.ctx)
    expect(mail?.subject).toBe(`Order ${placed.order.number} is cancelled`)
    expect(mail?.text).not.toContain(made.quote.link)
    expect(mail?.text).toContain(shop.ctx.config.siteUrl + routes.shop)
  })

  test('says that its order may free it only while that waits for its money, whatever became of the mail', async () => {
    const { shop, made, look, statusOf } = await open()
    const placed = await place(shop, made)
    const page = async () =>
      (
        await supertest(shop.app)
          .get(routes.quoteOf(made.quote.id))
          .set('Cookie', `orders=${made.accessToken}`)
          .expect(200)
      ).text
    expect(await look()).toMatchObject({ orderMailed: false, orderUnpaid: true })
    expect(await page()).toContain('If it ends unpaid')
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    expect(await statusOf(placed)).toBe('paid')
    await shop.ctx.database.db.updateTable('mails').set({ status: 'dead' }).execute()
    expect(await look()).toMatchObject({ orderMailed: false, orderUnpaid: false })
    expect(await page()).not.toContain('If it ends unpaid')
  })

  test('is over when its prices no longer hold', async () => {
    const { shop, made, wait, look } = await open()
    wait(29.5)
    const placed = await place(shop, made)
    shop.stripe.expire(shop.stripe.sessionOf(placed.order.id))
    wait(1)
    expect((await look()).status).toBe('expired')
    expect((await order(shop, made).expect(409)).body.code).toBe('quote_expired')
    expect((await shop.orderOf(placed)).body).toMatchObject({
      status: 'expired',
      quote: { url: null },
    })
  })

  test('is taken back by money that comes late', async () => {
    const { shop, made, look, statusOf } = await open()
    const placed = await place(shop, made)
    await lapse(shop, placed)
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    expect(await statusOf(placed)).toBe('paid')
    expect(await look()).toMatchObject({ status: 'ordered', orderNumber: placed.order.number })
    expect((await order(shop, made).expect(409)).body.code).toBe('quote_used')
  })

  test(
    'stays with a second order when money comes late for the first, and returns to the paid one if the second ends',
    onBoth,
    async () => {
      const { shop, made, look, statusOf } = await open()
      const first = await place(shop, made)
      await lapse(shop, first)
      const second = await place(shop, made, 'invoice')
      shop.stripe.pay(shop.stripe.sessionOf(first.order.id))
      expect(await statusOf(first)).toBe('paid')
      expect(await statusOf(second)).toBe('pending')
      expect(await look()).toMatchObject({ orderNumber: second.order.number })
      const { body } = await cancel(shop, second).expect(200)
      expect(body.order.quote).toEqual({ url: null })
      expect(await look()).toMatchObject({ status: 'ordered', orderNumber: first.order.number })
    },
  )

  test('that two orders would pay is a finding with both, until one of them ends', onBoth, async () => {
    const { shop, made, wait, statusOf } = await open()
    const first = await place(shop, made)
    await lapse(shop, first)
    wait(20)
    const second = await place(shop, made, 'invoice')
    const [one, other] = [first.order.number, second.order.number]
    const owner = await deskAs(shop, 'owner')
    const findings = async () =>
      (await owner.get(deskApiRoutes.overview).expect(200)).body.doctor.filter(
        ({ where }: { where: string }) => where === `quote ${made.quote.number}`,
      )
    expect(await findings()).toEqual([])
    shop.stripe.pay(shop.stripe.sessionOf(first.order.id))
    expect(await statusOf(first)).toBe('paid')
    const awaiting = { grade: 'hurts', found: `ordered twice: ${one}, paid; ${other}, awaiting payment` }
    expect(await findings()).toMatchObject([awaiting])
    const Cookie = await cookieOf(shop, 'owner')
    const today = await supertest(shop.app).get(deskRoutes.home).set({ Cookie }).expect(200)
    const doctor = today.text.slice(today.text.indexOf('id="doctor"'))
    for (const number of [one, other]) expect(doctor).toContain(`href="${deskRoutes.order(number)}"`)

    const { database, clock } = shop.ctx
    const foundAfter = (days: number) =>
      findOrderedTwice(database.db, new Date(clock().getTime() + days * dayMs))
    expect([await foundAfter(179), await foundAfter(181)]).toEqual([[expect.anything()], []])

    await takePayment(shop.ctx, second.order, {}, { who: 'test' })
    expect(await findings()).toMatchObject([{ found: `ordered twice: ${one}, paid; ${other}, paid` }])
    await owner.post(`${deskApiRoutes.order(first.order.id)}/refunds`, { confirm: one }).expect(200)
    expect(await findings()).toEqual([])
  })

  test('belongs to the order that is paid late while the second one ends', onBoth, async () => {
    const { shop } = await open()
    for (let round = 0; round < 6; round += 1) {
      const made = await makeQuote(shop, cart)
      const first = await place(shop, made)
      await lapse(shop, first)
      const second = await place(shop, made, 'invoice')
      shop.stripe.pay(shop.stripe.sessionOf(first.order.id))
      await Promise.all([cancel(shop, second).expect(200), settle(shop.ctx, first.order.id)])
      expect((await findQuote(shop.ctx.database.db, made.quote.id))?.order_id).toBe(first.order.id)
    }
  })

  test('stays withdrawn when money comes late, which still pays', async () => {
    const { shop, made, look, statusOf } = await open()
    const placed = await place(shop, made)
    await lapse(shop, placed)
    const row = await findQuote(shop.ctx.database.db, made.quote.id)
    if (row) await withdrawQuote(shop.ctx, row, { who: 'test' })
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    expect(await statusOf(placed)).toBe('paid')
    expect((await look()).status).toBe('withdrawn')
  })

  test('holds its use of a code again', async () => {
    const { shop, wait } = await open()
    const { database, clock } = shop.ctx
    await addTenPercent(shop.ctx, { maxUses: 1 })
    const made = await makeQuote(shop, { ...cart, code: 'CREW10' })
    const uses = () => listCodes(database.db, clock())
    const placed = await place(shop, made)
    expect(await uses()).toMatchObject([{ reserved: 1, promised: 0 }])
    await lapse(shop, placed)
    expect(await uses()).toMatchObject([{ reserved: 0, promised: 1 }])
    wait(1)
    expect((await place(shop, made, 'invoice')).order.total).toBe(41_220)
    expect(await uses()).toMatchObject([{ reserved: 1, promised: 0 }])
  })

  const withoutCards = [
    ['refuses us', 'wrong key', 502, 'payment_refused'],
    ['is down', 'down', 503, 'payment_provider_unavailable'],
  ] as const

  test.for(withoutCards)(
    'can be tried again, or ordered another way, when the provider %s',
    onBoth,
    async ([, mood, status, code]) => {
      const { shop, made, look } = await open()
      const key = newKey()
      shop.stripe.mood = mood
      expect((await order(shop, made, 'card', key).expect(status)).body.code).toBe(code)
      expect((await look()).status).toBe('open')
      shop.stripe.mood = 'well'
      const again = await place(shop, made, 'card', key)
      expect(again.order).toMatchObject({ status: 'pending', number: '2026-000002' })
      expect((await place(shop, made, 'card', key)).order.id).toBe(again.order.id)
      await lapse(shop, again)
      shop.stripe.mood = mood
      const { body } = await order(shop, made).expect(status)
      expect(body.detail).toMatch(/transfer/)
      const { order: byTransfer } = await place(shop, made, 'invoice')
      expect(await look()).toMatchObject({ status: 'ordered', orderNumber: byTransfer.number })
    },
  )

  test('keeps an order whose checkout ended early, and which is paid or cancelled on its page', async () => {
    const { shop, made, look } = await open()
    const key = newKey()
    const answer = await order(shop, made, 'card', key).expect(201)
    const unopened = { session_id: null, session_url: null }
    await shop.ctx.database.db.updateTable('orders').set(unopened).execute()
    const Cookie = `${String(answer.get('set-cookie')?.[0]).split(';')[0]}.${made.accessToken}`
    const { status, orderId } = await look({ Cookie })
    expect(status).toBe('ordered')
    const page = await supertest(shop.app).get(routes.completedOrder(orderId)).set({ Cookie }).expect(200)
    expect(page.text).toContain('Cancel the order')
    expect(page.text).toContain('>Pay by card<')
    expect(page.text).not.toContain('> instead<')
    const { body } = await supertest(shop.app)
      .post(`${apiRoutes.order(orderId)}/pay`)
      .set({ Cookie })
      .expect(200)
    expect(body.payment.url).toBe(shop.stripe.pageOf(orderId))
    expect((await place(shop, made, 'card', key)).payment).toEqual(body.payment)
  })

  test('is one order when several order it while the first one’s page runs out', onBoth, async () => {
    const { shop, made, wait } = await open()
    const first = await place(shop, made)
    shop.stripe.expire(shop.stripe.sessionOf(first.order.id))
    wait(1)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => order(shop, made, 'invoice')),
      lapse(shop, first).then(() => order(shop, made)),
      ...Array.from({ length: 3 }, () => order(shop, made)),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
    const { db } = shop.ctx.database
    const live = await db.selectFrom('orders').select('id').where('status', '=', 'pending').execute()
    expect(live).toHaveLength(1)
    expect((await findQuote(db, made.quote.id))?.order_id).toBe(live[0]?.id)
  })

  // SQLite has one writer at a time.
  test.runIf(databases.engine === 'postgres')(
    'names the order that has it to another one, though it gives the quote back meanwhile',
    onBoth,
    async () => {
      const { shop, made } = await open()
      const { db } = shop.ctx.database
      const quote = await findQuote(db, made.quote.id)
      if (!quote) throw new Error('no quote')
      const first = await place(shop, made)
      const giveBack = () =>
        db
          .updateTable('quotes')
          .set({ order_id: null })
          .where('id', 'in', (is) =>
            is.selectFrom('quotes').select('id').where('id', '=', quote.id).forUpdate().skipLocked(),
          )
          .execute()
      const meanwhile = db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          await giveBack()
          return result
        },
      })
      const binding = meanwhile.transaction().execute((trx) => bindQuote(trx, quote, 'ord_second'))
      const members = { orderNumber: first.order.number }
      await expect(binding).rejects.toMatchObject({ code: 'quote_used', members })
    },
  )

  const whatIsQuoted = {
    async 'a renewal'({ ctx }: TestShop) {
      const { key } = await seedLicence(ctx, {
        sku: 'solo',
        plan: 'Solo',
        seat_limit: 1,
        updates_until: '2027-01-11T12:59:59.999Z',
      })
      const { items: _, ...buyer } = cart
      return { ...buyer, licence: { key }, change: { renew: 1 } }
    },
    async 'a cart with a code'({ ctx }: TestShop) {
      await addTenPercent(ctx, {})
      return { ...cart, code: 'CREW10' }
    },
  }

  test.for(Object.entries(whatIsQuoted))(
    'of %s loses no money that comes while it is ordered again',
    onBoth,
    async ([, whatIs]) => {
      const { shop } = await open()
      const asked = await whatIs(shop)
      for (let round = 0; round < 4; round += 1) {
        const made = await makeQuote(shop, asked)
        const first = await place(shop, made)
        await lapse(shop, first)
        shop.stripe.pay(shop.stripe.sessionOf(first.order.id))
        const late = () => settle(shop.ctx, first.order.id)
        const again = () => order(shop, made, 'invoice')
        const both = round % 2 ? [late(), again()] : [again(), late()]
        const [one, other] = await Promise.all(both)
        const { status } = [one, other].find((each) => each && 'body' in each) as supertest.Response
        expect([201, 409]).toContain(status)
        expect((await shop.orderOf(first).expect(200)).body.status).toBe('paid')
        const holds = (await findQuote(shop.ctx.database.db, made.quote.id))?.order_id
        expect(holds === first.order.id).toBe(status === 409)
      }
    },
  )
})
