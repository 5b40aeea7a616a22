import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { describeRevert } from '#shared/desk/refunds.ts'
import type { CheckoutBody } from '#shared/orders/checkout.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { lapseOrder } from '../../shop/orders/close-order.ts'
import { enterPayment } from '../../shop/orders/ledger.ts'
import { refundAnswerMs } from '../../shop/orders/refund-requests.ts'
import { settle } from '../../shop/orders/settle.ts'
import { settleDue } from '../../shop/orders/settle-due.ts'
import { PaymentUnavailable } from '../../shop/payments/provider.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, type DeskClient, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'

const eight = Array.from({ length: 8 }, (_, index) => index)

describeOnEitherEngine('acts on an order', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    return { shop, clock, desk: await deskAs(shop, 'owner') }
  }

  async function place(shop: TestShop, change: Partial<CheckoutBody> = {}): Promise<string> {
    const { body } = await shop.checkOut({ paymentMethod: 'invoice', ...change }).expect(201)
    return body.order.id
  }

  async function sellByCard(shop: TestShop): Promise<string> {
    const { order } = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await settle(shop.ctx, order.id)
    return order.id
  }

  const read = async (desk: DeskClient, id: string) =>
    (await desk.get(deskApiRoutes.order(id)).expect(200)).body
  const acts = async (desk: DeskClient) =>
    (await desk.get(deskApiRoutes.audit).expect(200)).body.entries.map(
      ({ who, act, before, after }: Record<string, object>) => ({ who, act, before, after }),
    )

  test('are followed by a page that says what was done, which a form’s address leads to', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    const customer = { name: 'Ada Byron', email: 'ada@example.com', country: 'NZ' }
    const body = { paymentMethod: 'invoice', customer } as const
    const { id, number, total } = (await shop.checkOut(body).expect(201)).body.order
    await desk.post(deskApiRoutes.payments(id), { amount: total + 700, date: shop.today() }).expect(201)
    const headers = { Cookie: await cookieOf(shop, 'owner'), Origin: shop.ctx.config.siteUrl }
    const get = (path: string) => supertest(shop.app).get(path).set(headers)
    for (const act of ['payments', 'cancel', 'buyer']) {
      await get(deskRoutes.orderAct(number, act)).expect(303).expect('location', deskRoutes.order(number))
    }
    const paidBack = await supertest(shop.app)
      .post(deskRoutes.orderAct(number, 'refunds'))
      .set(headers)
      .type('form')
      .send({ credit: 'true', confirm: number })
      .expect(303)
    const page = await get(String(paidBack.headers.location).split('#')[0] ?? '').expect(200)
    expect(page.text).toContain('The credit is paid back.')
    await desk.post(deskApiRoutes.refunds(id), { amount: 4000, confirm: number }).expect(200)
    const text = (await get(deskRoutes.order(number)).expect(200)).text.replaceAll(/(?:<[^>]+>)+/g, '|')
    expect(text).toMatch(/\|Refund\|[^|]*\|alex@\|example.com\|−\$40.00\|Kept\|/)
    for (const shown of ['|New Zealand|', '|0 of 3|']) expect(text).toContain(shown)
    const { text: csv } = await desk.get(deskApiRoutes.ordersCsv).expect(200)
    expect(csv).toContain(',New Zealand,')
  })

  test('refund all of an order that was paid in part, at the desk and by the API alike', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    const { id, number } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order
    const Cookie = await cookieOf(shop, 'owner')
    const page = async () =>
      (await supertest(shop.app).get(deskRoutes.order(number)).set({ Cookie }).expect(200)).text
    expect(await page()).toContain('awaiting payment, so there’s nothing to refund.')
    const refused = await desk.post(deskApiRoutes.refunds(id), { confirm: number }).expect(409)
    expect(refused.body.detail).toContain('awaiting payment, so there’s nothing to refund.')
    await desk.post(deskApiRoutes.payments(id), { amount: 10_000, date: shop.today() }).expect(201)
    const only = 'awaiting payment: refund all that came in, $100.00.'
    const part = await desk.post(deskApiRoutes.refunds(id), { amount: 4000, confirm: number }).expect(409)
    expect(part.body.detail).toContain(only)
    const form = await page()
    expect(form).toContain(`action="${deskRoutes.orderAct(number, 'refunds')}"`)
    expect(form.replaceAll('<!-- -->', '')).toContain(only)
    expect(form).not.toContain('Or a sum')
    const most = await desk.post(deskApiRoutes.refunds(id), { amount: 10_001, confirm: number }).expect(409)
    expect(most.body.detail).toContain('$100.00 is left to refund')
    const { body } = await desk.post(deskApiRoutes.refunds(id), { confirm: number }).expect(200)
    expect(body.order).toMatchObject({ status: 'refunded', refunded: 10_000 })
  })

  test('say before a refund what the changed licence goes back to, and what credit stays', async () => {
    const { shop, desk } = await openDesk()
    const bought = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(bought.order.id))
    await settle(shop.ctx, bought.order.id)
    const { body } = await shop.orderOf(bought).expect(200)
    const { order } = await shop.placeChangeOrder(body.lines[0].licences[0].key, { renew: 1 })
    shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await settle(shop.ctx, order.id)
    const moment = { now: shop.ctx.clock(), random: shop.ctx.random }
    const twice = { dedupe_key: 'twice', amount: 700, who: 'test' }
    await shop.ctx.database.db.transaction().execute((trx) => enterPayment(trx, order, twice, moment))
    const { number, lines } = await read(desk, order.id)
    expect(lines).toMatchObject([{ change: 'renewal' }])
    const { body: asked } = await desk.post(deskApiRoutes.refunds(order.id), {}).expect(422)
    const { setsBack } = asked.preview
    expect(asked.preview).toMatchObject({ licences: [], credit: 700 })
    expect(setsBack).toMatchObject({ plan: 'Studio', updatesUntil: '2027-11-22' })
    const { text } = await supertest(shop.app)
      .get(`${deskRoutes.orderAct(number, 'refunds')}?reason=`)
      .set({ Cookie: await cookieOf(shop, 'owner') })
      .expect(200)
    expect(text).toContain(describeRevert(setsBack).slice(1))
    expect(text).toContain('Keep the credit')
    const { body: part } = await desk.post(deskApiRoutes.refunds(order.id), { amount: 100 }).expect(422)
    expect(part.preview.setsBack).toBeNull()
  })

  test('add part payments up, pay the order when they reach its total, and keep more as credit', async () => {
    const { shop, clock, desk } = await openDesk()
    const id = await place(shop)
    const pay = (body: object) => desk.post(deskApiRoutes.payments(id), body)
    clock.now += 3 * 24 * 3_600_000
    const first = await pay({ amount: 40_000, date: '2026-11-23', reference: 'QC-2291' }).expect(201)
    expect(first.body).toMatchObject({
      payment: { amount: 40_000, date: '2026-11-22T13:00:00.000Z' },
      order: { status: 'pending', outstanding: 5800, credit: 0, receivedAmount: 40_000 },
    })
    await settle(shop.ctx, id)
    expect(await read(desk, id)).toMatchObject({ status: 'pending', outstanding: 5800, licences: [] })

    const second = await pay({ amount: 10_000, date: '2026-11-24' }).expect(201)
    expect(second.body.order).toMatchObject({ status: 'paid', outstanding: 0, credit: 4200 })
    expect(second.body.order.licences).toHaveLength(2)
    expect(second.body.order.payments).toMatchObject([
      { amount: 40_000, reference: 'QC-2291', source: 'transfer', who: 'alex@example.com' },
      { amount: 10_000, reference: null },
    ])
    expect((await pay({ amount: 1, date: '2026-11-24' }).expect(409)).body.code).toBe('order_not_payable')

    const refund = (body: object) => desk.post(deskApiRoutes.refunds(id), body)
    const { body: asked } = await refund({ credit: true }).expect(422)
    expect(asked).toMatchObject({ code: 'confirmation_required', preview: { amount: 4200, licences: [] } })
    const { number } = second.body.order
    const beside = { amount: 500, licences: [second.body.order.licences[0].id], reason: 'Odd' }
    const { body: refused } = await refund({ credit: true, ...beside, confirm: number }).expect(422)
    expect(refused.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/amount',
      '/licences',
      '/reason',
    ])
    const { body: given } = await refund({ credit: true, confirm: number }).expect(200)
    expect(given.order).toMatchObject({ status: 'paid', credit: 0, refunded: 0 })
    expect(given.order.documents.map(({ kind }: { kind: string }) => kind)).toEqual(['invoice', 'receipt'])
    expect((await refund({ credit: true, confirm: number }).expect(409)).body.code).toBe(
      'order_not_refundable',
    )
    expect((await acts(desk)).map(({ act }: { act: string }) => act).sort()).toEqual([
      'desk.token_created',
      'order.credit_refunded',
      'order.payment_taken',
      'order.payment_taken',
    ])
  })

  describe.each(['cancelled', 'expired'] as const)('on an order that is %s and holds money', (status) => {
    async function hold() {
      const { shop, desk } = await openDesk()
      const id = await place(shop)
      const { number } = await read(desk, id)
      const pay = (amount: number) =>
        desk.post(deskApiRoutes.payments(id), { amount, date: '2026-11-22' }).expect(201)
      if (status === 'expired') await lapseOrder(shop.ctx, id)
      await pay(4000)
      const headers = { Cookie: await cookieOf(shop, 'owner') }
      const page = async () => {
        const { text } = await supertest(shop.app).get(deskRoutes.order(number)).set(headers).expect(200)
        return text.replaceAll('<!-- -->', '')
      }
      const refund = (body: object) => desk.post(deskApiRoutes.refunds(id), body)
      const before = await page()
      if (status === 'cancelled') await desk.post(`${deskApiRoutes.order(id)}/cancel`).expect(200)
      return { desk, id, number, pay, page, refund, before }
    }

    test('give it back as credit, once', async () => {
      const { desk, id, number, page, refund, before } = await hold()
      if (status === 'cancelled') expect(before).toContain('The $40.00 that came in is then credit')
      expect(await read(desk, id)).toMatchObject({ status, credit: 4000 })
      const held = await page()
      expect(held).toContain('$40.00 <small>held, to be given back')
      expect(held).toContain('Pay back the credit')
      expect(held).not.toContain('still to come')
      expect((await refund({}).expect(409)).body.code).toBe('order_not_refundable')
      const { body: asked } = await refund({ credit: true }).expect(422)
      expect(asked.preview).toMatchObject({ amount: 4000, kept: 0, tax: 0, licences: [], credit: 0 })
      const { body: given } = await refund({ credit: true, confirm: number }).expect(200)
      expect(given.order).toMatchObject({ status, credit: 0, receivedAmount: null, outstanding: 45_800 })
      expect((await refund({ credit: true }).expect(409)).body.code).toBe('order_not_refundable')
      expect(await page()).not.toContain('Pay back the credit')
    })

    test('take its rest all the same, or the whole once it went back', async () => {
      const { desk, id, pay, number, refund } = await hold()
      await refund({ credit: true, confirm: number }).expect(200)
      await pay(41_800)
      expect(await read(desk, id)).toMatchObject({ status, credit: 41_800, outstanding: 4000 })
      await pay(4000)
      expect(await read(desk, id)).toMatchObject({ status: 'paid', credit: 0, outstanding: 0 })
    })
  })

  test('preview the refund of a part payment from what was paid', async () => {
    const { shop, desk } = await openDesk()
    const id = await place(shop)
    await desk.post(deskApiRoutes.payments(id), { amount: 1100, date: '2026-11-22' }).expect(201)
    const { body } = await desk.post(deskApiRoutes.refunds(id), {}).expect(422)
    // The note cancels the invoice of the whole.
    const note = { amount: 45_800, tax: 4164 }
    expect(body.preview).toMatchObject({ amount: 1100, tax: 100, note, kept: 0, licences: [] })
    const { number } = await read(desk, id)
    const { body: done } = await desk.post(deskApiRoutes.refunds(id), { confirm: number }).expect(200)
    expect(done.order).toMatchObject({ status: 'refunded', refunded: 1100, credit: 0 })
    expect(done.document).toMatchObject({ kind: 'adjustment_note', ...note })
  })

  test('refuse a day before the order, one to come, and what is no amount', onBoth, async () => {
    const { shop, desk } = await openDesk()
    const id = await place(shop)
    const refused = async (body: object) =>
      (await desk.post(deskApiRoutes.payments(id), body).expect(422)).body.errors[0]
    // It is the 22nd in Sydney.
    expect(await refused({ amount: 100, date: '2026-11-21' })).toMatchObject({
      pointer: '/date',
      detail: expect.stringContaining('was placed on 2026-11-22'),
    })
    expect(await refused({ amount: 100, date: '2026-11-23' })).toMatchObject({ pointer: '/date' })
    for (const amount of [0, -1, 1.5, '', 'ten', 1e12]) {
      expect(await refused({ amount, date: '2026-11-22' })).toMatchObject({ pointer: '/amount' })
    }
    expect((await read(desk, id)).payments).toEqual([])
  })

  test('enter a card payment in the ledger once, however often it is heard of', onBoth, async () => {
    const { shop, desk } = await openDesk()
    const id = await sellByCard(shop)
    await Promise.all(eight.map(() => settle(shop.ctx, id)))
    expect(await read(desk, id)).toMatchObject({
      status: 'paid',
      payments: [{ amount: 45_800, source: 'card', who: '', reference: expect.stringMatching(/^pi_/) }],
      outstanding: 0,
      credit: 0,
    })
  })

  test('show in the history the customer who ordered and the provider who took the card', async () => {
    const { shop, desk } = await openDesk()
    const whoOf = async (id: string) =>
      (await read(desk, id)).events.map(({ event, who }: Record<string, string | null>) => [event, who])
    expect(await whoOf(await sellByCard(shop))).toEqual([
      ['order.placed', 'customer'],
      ['order.paid', ''],
    ])
    const byTransfer = await place(shop)
    await desk.post(deskApiRoutes.payments(byTransfer), { amount: 45_800, date: '2026-11-22' }).expect(201)
    expect(await whoOf(byTransfer)).toEqual([
      ['order.placed', 'customer'],
      ['order.payment_taken', 'alex@example.com'],
      ['order.paid', null],
    ])
  })

  test('happen once, though two people act on what they both saw', onBoth, async () => {
    const { shop, desk } = await openDesk()
    const books = await deskAs(shop, 'books')
    const id = await place(shop)
    const { revision } = await read(desk, id)
    const answers = await Promise.all(
      eight.map((index) =>
        (index % 2 ? desk : books).post(deskApiRoutes.payments(id), {
          amount: 20_000,
          date: '2026-11-22',
          revision,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    const taken = answers.find(({ status }) => status === 201)?.body.order
    const late = answers.find(({ status }) => status === 409)?.body
    expect(late).toMatchObject({
      code: 'changed_meanwhile',
      act: 'order.payment_taken',
      who: expect.stringMatching(/^(alex|casey)@example\.com$/),
      at: '2026-11-22T02:00:00.000Z',
      revision: taken.revision,
    })
    const bodies = {
      cancel: {},
      resend: {},
      refunds: { confirm: taken.number },
      buyer: { name: 'Ada' },
      payments: { amount: 100, date: '2026-11-22' },
      note: { text: 'Called.' },
    }
    for (const [act, body] of Object.entries(bodies)) {
      const { status } = await desk.post(`${deskApiRoutes.order(id)}/${act}`, { ...body, revision })
      expect([act, status]).toEqual([act, 409])
    }
    expect((await read(desk, id)).payments).toHaveLength(1)
  })

  test('name the person who was quicker, though their act changed the order’s state', onBoth, async () => {
    let now = Date.parse('2026-11-22T02:00:00Z')
    function clock() {
      now += 1
      return new Date(now)
    }
    const shop = await openShop(await deskOptions({ clock }))
    const [owner, books] = [await deskAs(shop, 'owner'), await deskAs(shop, 'books')]
    const id = await place(shop)
    const { revision } = await read(owner, id)
    const payment = { amount: 45_800, date: '2026-11-22', revision }
    await books.post(deskApiRoutes.payments(id), payment).expect(201)
    const late = await owner.post(deskApiRoutes.payments(id), payment).expect(409)
    expect(late.body).toMatchObject({
      code: 'changed_meanwhile',
      who: 'casey@example.com',
      act: 'order.payment_taken',
    })
    const { events } = await read(owner, id)
    expect(events.slice(-2).map(({ event }: { event: string }) => event)).toEqual([
      'order.payment_taken',
      'order.paid',
    ])
    expect(events.at(-1).at).toBe(events.at(-2).at)
  })

  test('send a mail again once, though it is pressed eight times', onBoth, async () => {
    const { shop, desk } = await openDesk()
    const id = await place(shop)
    const { revision } = await read(desk, id)
    const answers = await Promise.all(
      eight.map(() => desk.post(`${deskApiRoutes.order(id)}/resend`, { revision })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  })

  test('keep one of eight notes on what everybody saw, and say whose it was', onBoth, async () => {
    const { shop, desk } = await openDesk()
    const support = await deskAs(shop, 'support')
    const id = await place(shop)
    const { revision } = await read(desk, id)
    const answers = await Promise.all(
      eight.map((index) =>
        (index % 2 ? desk : support).post(`${deskApiRoutes.order(id)}/note`, { text: `${index}`, revision }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    const { events, revision: now } = await read(desk, id)
    const notes = events.filter(({ event }: { event: string }) => event === 'order.note')
    expect(notes).toHaveLength(1)
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'changed_meanwhile',
      who: notes[0].who,
      at: notes[0].at,
      act: 'order.note',
      revision: now,
    })
    await desk.post(`${deskApiRoutes.order(id)}/note`, { text: 'Again.', revision: now }).expect(200)
    await support.post(`${deskApiRoutes.order(id)}/note`, { text: 'Without a revision.' }).expect(200)
  })

  test('refund one licence with its key, by card, once the number was typed', async () => {
    const { shop, desk } = await openDesk()
    const id = await sellByCard(shop)
    await readMails(shop.ctx)
    const { licences, number } = await read(desk, id)
    const wanted = { licences: [licences[1].id], reason: 'Counted twice' }
    const refund = (body: object) => desk.post(deskApiRoutes.refunds(id), body)
    const preview = {
      amount: 22_900,
      tax: 2082,
      note: { amount: 22_900, tax: 2082 },
      licences: [licences[1].keyHint],
      mailTo: 'ada@example.com',
      kept: 22_900,
      through: 'card',
    }
    for (const confirm of [undefined, '', '2026-999999']) {
      const { body } = await refund({ ...wanted, confirm }).expect(422)
      expect(body).toMatchObject({ code: 'confirmation_required', preview })
    }
    expect(await read(desk, id)).toMatchObject({ status: 'paid', refunded: 0 })
    expect(
      (await refund({ licences: ['lic_other'], confirm: number }).expect(422)).body.errors,
    ).toMatchObject([{ pointer: '/licences' }])

    const { body } = await refund({ ...wanted, confirm: ` ${number} ` }).expect(200)
    expect(body).toMatchObject({
      document: { kind: 'adjustment_note', amount: 22_900, tax: 2082 },
      order: { status: 'partially_refunded', refunded: 22_900 },
    })
    expect(body.order.licences.map(({ status }: { status: string }) => status)).toEqual(['active', 'revoked'])
    const [mail] = await readMails(shop.ctx)
    expect(mail).toMatchObject({ subject: expect.stringMatching(/^Refund/), to: 'ada@example.com' })
    expect((await refund({ ...wanted, confirm: number }).expect(422)).body.code).toBe('validation_failed')
    const audit = await acts(desk)
    expect(audit.filter(({ act }: { act: string }) => act !== 'desk.token_created')).toHaveLength(2)
    expect(audit).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          act: 'licence.revoked',
          who: 'alex@example.com',
          after: { status: 'revoked', refundOf: number },
        }),
        expect.objectContaining({
          act: 'order.refunded',
          who: 'alex@example.com',
          before: { status: 'paid', refunded: 0 },
          after: {
            status: 'partially_refunded',
            refunded: 22_900,
            reason: 'Counted twice',
            licences: [licences[1].id],
          },
        }),
      ]),
    )
    const { body: rest } = await refund({ confirm: number }).expect(200)
    expect(rest.order).toMatchObject({ status: 'refunded', refunded: 45_800 })
  })

  test('refund nothing if another key would end than was shown, and say who did it', onBoth, async () => {
    const { shop, clock, desk } = await openDesk()
    const support = await deskAs(shop, 'support')
    const id = await sellByCard(shop)
    const { licences, number, revision } = await read(desk, id)
    const [{ id: licence }] = licences
    const refund = (body: object) =>
      desk.post(deskApiRoutes.refunds(id), { licences: [licence], revision, ...body })
    const { seen } = (await refund({}).expect(422)).body.preview
    clock.now += 60_000
    await support.post(`${deskApiRoutes.licence(licence)}/replace-key`).expect(200)
    const late = await refund({ confirm: number, seen }).expect(409)
    const quicker = { who: 'robin@example.com', act: 'licence.key_replaced' }
    expect(late.body).toMatchObject({ code: 'changed_meanwhile', ...quicker })
    expect(await read(desk, id)).toMatchObject({ status: 'paid', refunded: 0 })
    const { preview } = (await refund({}).expect(422)).body
    await refund({ confirm: number, seen: preview.seen }).expect(200)
  })

  test('refuse to preview a refund by card while cards aren’t configured, and say so at the act', async () => {
    const { shop, desk } = await openDesk()
    const id = await sellByCard(shop)
    expect(await read(desk, id)).toMatchObject({ canRefund: true })
    shop.ctx.payments = null
    expect(await read(desk, id)).toMatchObject({ canRefund: false })
    const { body } = await desk.post(deskApiRoutes.refunds(id)).expect(409)
    expect(body.code).toBe('stripe_not_configured')
    const page = supertest(shop.app).get(deskRoutes.order(id))
    const { text } = await page.set({ Cookie: await cookieOf(shop, 'owner') }).expect(200)
    expect(text).toContain('it was paid by card, and STRIPE_SECRET_KEY isn’t set.')
  })

  test('carry a refund out, whoever hears first that the provider made it', onBoth, async () => {
    const { shop, desk } = await openDesk()
    const id = await sellByCard(shop)
    const { licences, number } = await read(desk, id)
    const other = await shop.another()
    shop.ctx.payments = {
      ...(shop.ctx.payments as NonNullable<typeof shop.ctx.payments>),
      async refund(...asked) {
        await other.ctx.payments?.refund(...asked)
        await settle(other.ctx, id)
        throw new Error('this process died')
      },
    }
    await desk.post(deskApiRoutes.refunds(id), { licences: [licences[0].id], confirm: number }).expect(500)
    const order = await read(desk, id)
    expect(order.status).toBe('partially_refunded')
    expect(order.licences.map(({ status }: { status: string }) => status)).toEqual(['revoked', 'active'])
    expect((await acts(desk)).map(({ act }: { act: string }) => act)).toContain('order.refunded')
  })

  /** Holds Stripe's answers to refunds back until they are released. */
  async function openSlowRefunds() {
    const { shop, clock, desk } = await openDesk()
    const id = await sellByCard(shop)
    const { number, licences, revision } = await read(desk, id)
    const payments = shop.ctx.payments as NonNullable<typeof shop.ctx.payments>
    const [reached, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    shop.ctx.payments = {
      ...payments,
      async refund(...asked) {
        reached.resolve()
        await answer.promise
        return payments.refund(...asked)
      },
    }
    const sent = () => shop.stripe.refundedOf(shop.stripe.sessionOf(id))
    const ask = (by: DeskClient, body: object) =>
      by.post(deskApiRoutes.refunds(id), { ...body, confirm: number }).then((sentBack) => sentBack)
    return { shop, clock, desk, id, licences, revision, payments, reached, answer, sent, ask }
  }

  test.each([true, false])(
    'make no second refund while one is under way, seen or not: %s',
    onBoth,
    async (isSeen) => {
      const { shop, desk, id, licences, answer, reached, sent, ask, ...seen } = await openSlowRefunds()
      const second = await shop.another()
      const colleague = await deskAs(second, 'owner')
      const revision = isSeen ? { revision: seen.revision } : {}
      const first = ask(desk, { licences: [licences[0].id], ...revision })
      await reached.promise
      const refused = await ask(colleague, { licences: [licences[1].id], ...revision })
      expect(refused.status).toBe(409)
      expect(refused.body).toMatchObject({
        code: 'changed_meanwhile',
        who: 'alex@example.com',
        act: 'order.refunded',
      })
      expect((await ask(colleague, { amount: 20_050, ...revision })).status).toBe(409)
      answer.resolve()
      expect((await first).status).toBe(200)
      expect(sent()).toBe(22_900)
      const order = await read(desk, id)
      expect(order).toMatchObject({
        refunded: 22_900,
        licences: [{ status: 'revoked' }, { status: 'active' }],
      })
      const refunds = (await acts(desk)).filter(({ act }: { act: string }) => act === 'order.refunded')
      expect(refunds).toMatchObject([{ who: 'alex@example.com', after: { licences: [licences[0].id] } }])
    },
  )

  test('carry out one of eight refunds that saw the same order', onBoth, async () => {
    const { desk, revision, answer, sent, ask } = await openSlowRefunds()
    answer.resolve()
    const answers = await Promise.all(eight.map((n) => ask(desk, { amount: 1000 + n, revision })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(sent()).toBe(answers.find(({ status }) => status === 200)?.body.order.refunded)
  })

  test('settle a refund whose process died before it heard from Stripe', onBoth, async () => {
    const { shop, clock, desk, id, licences, payments, ask } = await openSlowRefunds()
    shop.ctx.payments = {
      ...payments,
      async refund(...asked) {
        await payments.refund(...asked)
        throw new Error('this process died')
      },
    }
    expect((await ask(desk, { licences: [licences[0].id] })).status).toBe(500)
    clock.now += refundAnswerMs
    await settleDue(shop.ctx)
    expect(await read(desk, id)).toMatchObject({
      refunded: 22_900,
      licences: [{ status: 'revoked' }, { status: 'active' }],
    })
    expect(await acts(desk)).toContainEqual(
      expect.objectContaining({ act: 'order.refunded', who: 'alex@example.com' }),
    )
  })

  test('resume one’s own refund at once, and replace a failed one after Stripe’s time', onBoth, async () => {
    const { shop, clock, desk, id, licences, payments, sent, ask } = await openSlowRefunds()
    shop.ctx.payments = { ...payments, refund: () => Promise.reject(new PaymentUnavailable('down')) }
    expect((await ask(desk, { licences: [licences[0].id] })).status).toBe(503)
    clock.now += refundAnswerMs - 1
    expect((await ask(desk, { licences: [licences[0].id] })).status).toBe(503)
    shop.ctx.payments = payments
    clock.now += refundAnswerMs - 1
    expect((await ask(desk, { amount: 500 })).status).toBe(409)
    clock.now += 1
    expect((await ask(desk, { amount: 500 })).status).toBe(200)
    expect(sent()).toBe(500)
    expect((await read(desk, id)).licences).toMatchObject([{ status: 'active' }, { status: 'active' }])
  })

  test('try a refund that Stripe refused again at once, with the same sum or another', onBoth, async () => {
    const { shop, desk, id, payments, sent, ask } = await openSlowRefunds()
    shop.ctx.payments = payments
    const session = shop.stripe.sessionOf(id)
    const refused = async (amount: number) => {
      shop.stripe.dispute(session, 'needs_response')
      const seen = payments.readPayment
      // The dispute comes between the look and the refund.
      const unseen = async (order: Parameters<typeof seen>[0]) => {
        const payment = await seen(order)
        const undisputed = { dispute: 'none', attention: null } as const
        return payment && { ...payment, payment: { ...payment.payment, ...undisputed } }
      }
      shop.ctx.payments = { ...payments, readPayment: unseen }
      expect(await ask(desk, { amount })).toMatchObject({ status: 502, body: { code: 'payment_refused' } })
      shop.ctx.payments = payments
      shop.stripe.dispute(session, 'won')
    }
    await refused(20_000)
    await refused(20_000)
    expect((await ask(desk, { amount: 500 })).status).toBe(200)
    await refused(19_500)
    expect((await ask(desk, { amount: 19_500 })).status).toBe(200)
    expect(sent()).toBe(20_000)
  })

  test('promise no adjustment note where nothing was invoiced', async () => {
    const { shop, desk } = await openDesk()
    const { order } = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(order.id), { amount_total: 45_799 })
    await settle(shop.ctx, order.id)
    const refunds = deskApiRoutes.refunds(order.id)
    expect((await desk.post(refunds, {}).expect(422)).body.preview).toMatchObject({
      amount: 45_799,
      note: null,
    })
    const { text } = await supertest(shop.app)
      .get(`${deskRoutes.orderAct(order.number, 'refunds')}?reason=`)
      .set('Cookie', await cookieOf(shop, 'owner'))
      .expect(200)
    expect(text).toContain('Say so to ada@example.com')
    expect(text).not.toMatch(/Issue an? (adjustment|credit) note/)
    const { body } = await desk.post(refunds, { confirm: order.number }).expect(200)
    expect(body.document).toBeNull()
  })

  test('show a refund at an address, which refunds nothing whatever it confirms', async () => {
    const { shop, desk } = await openDesk()
    const { order } = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await settle(shop.ctx, order.id)
    const headers = { Cookie: await cookieOf(shop, 'owner'), Origin: shop.ctx.config.siteUrl }
    const address = deskRoutes.orderAct(order.number, 'refunds')
    const post = (fields: object) => supertest(shop.app).post(address).set(headers).type('form').send(fields)
    const get = (path: string) => supertest(shop.app).get(path).set(headers)
    const { headers: asked } = await post({ amount: '10.00', reason: 'Late' }).expect(303)
    expect(asked.location).toBe(`${address}?amount=10.00&reason=Late`)
    expect((await get(String(asked.location)).expect(200)).text).toContain('Nothing has happened yet.')
    const { headers: wrong } = await post({ amount: '10.00', confirm: 'no' }).expect(303)
    const shown = await get(String(wrong.location)).expect(422)
    expect(shown.text).toContain(`To go on, type ${order.number}.`)
    expect(shown.text).toContain('value="10.00"')
    expect(shown.text).toMatch(/name="seen" value="[\w-]{16}"/)
    await get(`${address}?amount=10.00&confirm=${order.number}`).expect(422)
    await get(address).expect(200)
    expect(await read(desk, order.id)).toMatchObject({ refunded: 0 })
    await post({ amount: '10.00', confirm: order.number }).expect(303)
    expect(await read(desk, order.id)).toMatchObject({ refunded: 1000 })
    const late = await supertest(shop.app).post(address).type('form').send({ amount: '10.00' }).expect(303)
    expect(late.headers.location).toMatch(/^\/desk\/sign-in\?ended=true&to=/)
  })

  test('accept what a card order in review was paid, and nothing else, and give all of that back', async () => {
    const { shop, desk } = await openDesk()
    const { order } = await shop.placeCardOrder()
    const session = shop.stripe.sessionOf(order.id)
    shop.stripe.pay(session, { amount_total: 45_799 })
    await settle(shop.ctx, order.id)
    expect(await read(desk, order.id)).toMatchObject({ status: 'review', payments: [{ amount: 45_799 }] })
    const { body } = await desk.post(`${deskApiRoutes.order(order.id)}/accept`).expect(200)
    expect(body.order).toMatchObject({ status: 'paid', credit: 0 })
    const { entries } = (await desk.get(deskApiRoutes.audit).expect(200)).body
    expect(entries.find(({ act }: { act: string }) => act === 'order.accepted')).toMatchObject({
      before: { status: 'review' },
      after: { status: 'paid', received: 45_799, sum: 45_800 },
    })
    await desk.post(`${deskApiRoutes.order(order.id)}/accept`).expect(409)
    const refunds = `${deskApiRoutes.order(order.id)}/refunds`
    expect((await desk.post(refunds).expect(422)).body.preview).toMatchObject({ amount: 45_799, kept: 0 })
    const refunded = await desk.post(refunds, { confirm: order.number }).expect(200)
    expect(refunded.body.order).toMatchObject({ status: 'refunded', refunded: 45_799 })
  })

  test('cancel, resend, note and correct the buyer with the address, each with who did it', async () => {
    const { shop, desk } = await openDesk()
    const support = await deskAs(shop, 'support')
    const id = await place(shop)
    await readMails(shop.ctx)
    const act = (client: DeskClient, name: string, body: object = {}) =>
      client.post(`${deskApiRoutes.order(id)}/${name}`, body)
    await act(support, 'resend').expect(200)
    expect((await readMails(shop.ctx)).map(({ to }) => to)).toEqual(['ada@example.com'])
    await act(support, 'note', { text: '  Rang on Monday.\n' }).expect(200)
    await act(support, 'note', { text: ' ' }).expect(422)
    await desk.post(deskApiRoutes.payments(id), { amount: 45_800, date: '2026-11-22' }).expect(201)
    await readMails(shop.ctx)
    const buyer = {
      name: 'Ada Byron',
      companyName: 'Engines',
      email: 'ada@new.example',
      purchaseOrder: 'P-1',
    }
    const { body } = await act(support, 'buyer', buyer).expect(200)
    expect(body.order).toMatchObject({
      customer: { name: 'Ada Byron', companyName: 'Engines', email: 'ada@new.example' },
      purchaseOrder: 'P-1',
    })
    expect(body.order.documents).toMatchObject([
      { kind: 'invoice', number: 'INV-000001', replacedBy: 'INV-000002' },
      { kind: 'receipt' },
      { kind: 'invoice', number: 'INV-000002', replaces: 'INV-000001', replacedBy: null },
    ])
    const told = (await readMails(shop.ctx)).map(({ to }) => to)
    expect(told.toSorted()).toEqual(['ada@example.com', 'ada@new.example'])
    const renamed = await act(support, 'buyer', { name: 'Ada King' }).expect(200)
    expect(renamed.body.order).toMatchObject({
      customer: { name: 'Ada King', companyName: 'Engines', email: 'ada@new.example' },
      purchaseOrder: 'P-1',
    })
    const { licences } = (await support.get(`${deskApiRoutes.licences}?q=new.example`).expect(200)).body
    expect(licences).toHaveLength(2)

    const open = await place(shop)
    const cancelled = await desk.post(`${deskApiRoutes.order(open)}/cancel`).expect(200)
    expect(cancelled.body.order.status).toBe('cancelled')
    expect(cancelled.body.order.events.at(-1)).toMatchObject({
      who: 'alex@example.com',
      event: 'order.cancelled',
    })
    const { events } = await read(desk, id)
    expect(events.map(({ who, event }: Record<string, string>) => [who, event])).toEqual(
      expect.arrayContaining([
        ['robin@example.com', 'order.mail_resent'],
        ['robin@example.com', 'order.note'],
        ['alex@example.com', 'order.payment_taken'],
        [null, 'order.paid'],
        ['robin@example.com', 'invoice.corrected'],
      ]),
    )
    expect(events.find(({ event }: { event: string }) => event === 'order.note').after).toEqual({
      text: 'Rang on Monday.',
    })
  })

  test('correct the address of licences that came back, however it was typed', async () => {
    const { shop, clock, desk } = await openDesk()
    const typed = { name: 'Ada Byron', email: 'Ada@Example.com' }
    const id = await place(shop, { customer: { ...typed, country: 'AU' } })
    await desk.post(deskApiRoutes.payments(id), { amount: 45_800, date: '2026-11-22' }).expect(201)
    const findLicences = async (email: string) =>
      (await desk.get(`${deskApiRoutes.licences}?q=${email}`).expect(200)).body.licences
    const [licence] = await findLicences(typed.email)
    for (const to of ['bob@example.com', 'ada@example.com']) {
      await desk.post(`${deskApiRoutes.licence(licence.id)}/move`, { email: to }).expect(200)
    }
    const { revision } = (await desk.get(deskApiRoutes.licence(licence.id)).expect(200)).body
    clock.now += 60_000
    await desk
      .post(`${deskApiRoutes.order(id)}/buyer`, { name: typed.name, email: 'ada@new.example' })
      .expect(200)
    expect(await findLicences('ada@new.example')).toHaveLength(2)
    const late = await desk.post(`${deskApiRoutes.licence(licence.id)}/suspend`, { revision }).expect(409)
    expect(late.body).toMatchObject({ who: 'alex@example.com', act: 'licence.holder_corrected' })
  })

  test('end in a CSV that a spreadsheet takes for no formula', async () => {
    const { shop, desk } = await openDesk()
    await place(shop, { customer: { name: '=cmd|calc', email: 'ada@example.com', country: 'AU' } })
    const { text, headers } = await desk.get(`${deskApiRoutes.ordersCsv}?status=pending`).expect(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
    })
    const [columns, row, end] = text.split('\r\n')
    expect(columns).toMatch(/^number,placed,status,paid by,name,/)
    expect(row).toMatch(
      /^2026-000001,2026-11-22 13:00,pending,transfer,'=cmd\|calc,,.*,458\.00,41\.64,0\.00,AUD,$/,
    )
    expect(end).toBe('')
  })
})
