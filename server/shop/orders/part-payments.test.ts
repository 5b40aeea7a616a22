import supertest from 'supertest'
import { expect, test } from 'vitest'
import { describeOrder } from '#client/pages/completed/describe-order.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { useShops } from '../../testing/support/shop.ts'
import { cancelOrder } from './close-order.ts'
import { refundCredit } from './credit.ts'
import { followTransfers } from './follow-transfers.ts'
import { findOrder } from './order-store.ts'
import { payByCard } from './pay-by-card.ts'
import { refundOrder } from './refund-order.ts'
import { settle } from './settle.ts'
import { type ReceivedTransfer, takePayment } from './take-payment.ts'

const placedAt = new Date('2026-11-20T03:00:00Z')
const day = 24 * 60 * 60 * 1000
const by = { who: 'command line' }

describeOnEitherEngine('an order that a transfer has paid in part', (databases) => {
  const openShop = useShops(databases)

  async function place() {
    let now = placedAt
    const clock = () => now
    const shop = await openShop({ clock })
    const { body: placed } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    await readMails(shop.ctx)
    const id: string = placed.order.id
    const post = (path: string) =>
      supertest(shop.app).post(path).set('Authorization', `Bearer ${placed.accessToken}`)
    return {
      shop,
      id,
      clock,
      post,
      take: (transfer: ReceivedTransfer) => takePayment(shop.ctx, { id }, transfer, by),
      look: async () => (await shop.orderOf(placed).expect(200)).body,
      later: async (days: number) => {
        now = new Date(placedAt.getTime() + days * day)
        await followTransfers(shop.ctx)
        return readMails(shop.ctx)
      },
    }
  }

  test('is reminded of its rest', async () => {
    const { take, look, later, post, id, shop } = await place()
    await take({ amount: 10_000 })
    expect(await look()).toMatchObject({ status: 'pending', outstanding: 35_800 })
    const confirmed = await readMails(shop.ctx)
    expect(confirmed.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.com', 'A$358.00 of order 2026-000001 is still to come'],
    ])
    expect(confirmed[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
      'A$100.00 came in for order 2026-000001. A$358.00 is still to come, by',
    )
    const [reminder] = await later(10)
    expect(reminder?.subject).toBe(
      'Reminder: A$358.00 of order 2026-000001 is outstanding, due 4 December 2026',
    )
    expect(reminder?.text).toContain('A$100.00 of A$458.00 has arrived.')
    expect(reminder?.text).toMatch(/Still to pay, AUD: \$358\.00/)
    expect(reminder?.text).not.toMatch(/lapse|by card/)

    await post(apiRoutes.resend(id)).expect(202)
    const [again] = await readMails(shop.ctx)
    expect(again?.text).toContain('Pay the rest, A$358.00 by 4 December 2026 by bank transfer')
  })

  test('is shown with the company’s day, by which its page tells what is overdue', async () => {
    const { take, look, later } = await place()
    await take({ amount: 10_000 })
    expect(await look()).toMatchObject({ today: '2026-11-20' })
    await later(14.5)
    expect(await look()).toMatchObject({
      today: '2026-12-05',
      steps: [{}, { kind: 'due', day: '2026-12-04' }, {}, {}],
    })
  })

  test('doesn’t lapse, of which owner and buyer are told once, and is paid by its rest', async () => {
    const { take, look, later, shop } = await place()
    await take({ amount: 10_000 })
    await readMails(shop.ctx)
    await later(29)
    const mails = await later(31)
    expect(mails).toHaveLength(2)
    const [notice, reminder] = mails.toSorted((a) => (a.to === 'ada@example.com' ? 1 : -1))
    expect(reminder).toMatchObject({
      to: 'ada@example.com',
      subject: 'Reminder: A$358.00 of order 2026-000001 is outstanding, was due 4 December 2026',
    })
    expect(reminder?.text).not.toContain('lapse')
    expect(notice).toMatchObject({
      to: shop.ctx.library.typed.site.company.email,
      subject: 'Order 2026-000001 needs a look: A$358.00 is outstanding',
    })
    expect(await later(400)).toEqual([])
    expect(await look()).toMatchObject({ status: 'pending', documents: [{ kind: 'invoice' }] })
    await take({})
    expect(await look()).toMatchObject({ status: 'paid', outstanding: 0 })
  })

  test('and then by more than its rest, says so to owner and buyer until the credit went back', async () => {
    const { shop, id, take, look, post } = await place()
    await take({ amount: 10_000 })
    await take({ amount: 40_000 })
    const more = 'A$42.00 more than the total came in'
    const mails = await readMails(shop.ctx)
    const [buyers, owners] = ['ada@example.com', shop.ctx.library.typed.site.company.email].map((to) =>
      mails.find((mail) => mail.to === to)?.text.replaceAll(/\s+/g, ' '),
    )
    expect(buyers).toContain(`${more}. Answer this mail, and say where it should go back to.`)
    expect(owners).toContain(more)
    expect(owners).toContain('orders refund 2026-000001 --credit')
    expect(describeOrder(await look()).lead).toContain(more)

    await refundCredit(shop.ctx, { id }, by)
    await post(apiRoutes.resend(id)).expect(202)
    const [again] = await readMails(shop.ctx)
    expect(again?.text).not.toContain('more than the total')
    expect(describeOrder(await look()).lead).not.toContain('more than the total')
  })

  test('is cancelled by the operator alone', async () => {
    const { shop, id, take, look, post } = await place()
    await take({ amount: 10_000 })
    expect((await post(apiRoutes.cancelUnpaid(id)).expect(409)).body.code).toBe('order_partly_paid')
    expect((await look()).status).toBe('pending')
    await readMails(shop.ctx)

    await cancelOrder(shop.ctx, { id, number: '2026-000001' }, by)
    expect(await look()).toMatchObject({ status: 'cancelled', documents: [{}, { kind: 'adjustment' }] })
    const [mail] = await readMails(shop.ctx)
    expect(mail).toMatchObject({ to: 'ada@example.com', attachments: ['ADJ-000001.pdf'] })
    expect(mail?.text).toContain('A$100.00 had come for it')
  })

  test('keeps its part when a lapse or a cancellation was under way', onBoth, async () => {
    const { shop, id, clock, take, later, look, post } = await place()
    const other = await shop.another({ clock })
    const { payments } = shop.ctx
    // Both close the card's page just before they lock the order.
    const whenClosing = (run: () => Promise<unknown>) => {
      shop.ctx.payments = {
        ...(payments as NonNullable<typeof payments>),
        async closeSession() {
          shop.ctx.payments = payments
          await run()
        },
      }
    }
    whenClosing(() => takePayment(other.ctx, { id }, { amount: 10_000 }, by))
    await post(apiRoutes.cancelUnpaid(id)).expect(409)
    await later(29)
    whenClosing(() => takePayment(other.ctx, { id }, { amount: 20_000 }, by))
    expect((await later(31)).map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringContaining('is still to come'),
      expect.stringContaining('needs a look'),
      expect.stringContaining('Reminder: '),
    ])
    expect(await look()).toMatchObject({ status: 'pending', outstanding: 15_800 })
    await take({})
    expect((await look()).status).toBe('paid')
  })

  test('is refunded as a whole, with a note that cancels the whole invoice', async () => {
    const { shop, id, take, look } = await place()
    const { order } = await take({ amount: 10_000 })
    await expect(refundOrder(shop.ctx, order, { amount: 5000 }, by)).rejects.toMatchObject({
      code: 'order_not_refundable',
      message: 'Order 2026-000001 is awaiting payment: refund all that came in, $100.00.',
    })
    await refundOrder(shop.ctx, order, {}, by)
    expect(await look()).toMatchObject({
      status: 'refunded',
      paidAt: null,
      refunded: 10_000,
      documents: [{}, { content: { total: 45_800, after: { total: 0 }, refunds: true } }],
    })
    const mail = (await readMails(shop.ctx)).find(({ to }) => to === 'ada@example.com')
    expect(mail?.attachments).toEqual(['ADJ-000001.pdf'])
    expect(mail?.text).toContain('All of the A$100.00 paid for order 2026-000001 has been refunded.')
    expect((await shop.ctx.database.db.selectFrom('licences').select('id').execute()).length).toBe(0)
    await expect(payByCard(shop.ctx, id)).rejects.toMatchObject({ code: 'order_not_payable' })
  })

  test('isn’t paid by card: its open page is closed, and no other opens', async () => {
    const { shop, id, take, look, post } = await place()
    await post(apiRoutes.payByCard(id)).expect(200)
    await take({ amount: 10_000 })
    expect(shop.stripe.sessionOf(id).status).toBe('expired')
    expect((await look()).paymentUrl).toBeNull()
    const refused = await post(apiRoutes.payByCard(id)).expect(409)
    expect(refused.body).toMatchObject({
      code: 'order_partly_paid',
      detail: 'A part of order 2026-000001 has come by bank transfer. Pay the rest the same way.',
    })
    expect(await findOrder(shop.ctx.database.db, id)).toMatchObject({ status: 'pending', session_id: null })
  })

  test('isn’t paid by card, though its page was being opened when the part came', onBoth, async () => {
    const { shop, id, clock, look } = await place()
    const other = await shop.another({ clock })
    const payments = shop.ctx.payments as NonNullable<typeof shop.ctx.payments>
    shop.ctx.payments = {
      ...payments,
      async openSession(...args) {
        const session = await payments.openSession(...args)
        await takePayment(other.ctx, { id }, { amount: 10_000 }, by)
        return session
      },
    }
    await expect(payByCard(shop.ctx, id)).rejects.toMatchObject({ code: 'order_partly_paid' })
    expect(shop.stripe.sessionOf(id).status).toBe('expired')
    expect(await look()).toMatchObject({ outstanding: 35_800, paymentUrl: null })
  })

  test('isn’t entered while a page is open that nobody closed', async () => {
    const { shop, id, clock, take, look } = await place()
    await payByCard(shop.ctx, id)
    const other = await shop.another({ clock })
    const payments = shop.ctx.payments as NonNullable<typeof shop.ctx.payments>
    shop.ctx.payments = {
      ...payments,
      async closeSession(order) {
        await payments.closeSession(order)
        await payByCard(other.ctx, id)
      },
    }
    await expect(take({ amount: 10_000 })).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(await look()).toMatchObject({ outstanding: 45_800, payments: [] })
  })

  test('and by card all the same, by a payment that nobody could stop, keeps the part as credit', async () => {
    const { shop, id, look } = await place()
    await payByCard(shop.ctx, id)
    const session = shop.stripe.sessionOf(id)
    const payments = shop.ctx.payments as NonNullable<typeof shop.ctx.payments>
    shop.ctx.payments = {
      ...payments,
      async closeSession() {
        shop.stripe.pay(session)
      },
    }
    await takePayment(shop.ctx, { id }, { amount: 10_000 }, by)
    await settle(shop.ctx, id)
    expect(await look()).toMatchObject({
      status: 'paid',
      paymentMethod: 'card',
      payments: [{ amount: 10_000 }, { amount: 45_800 }],
    })
    const mails = await readMails(shop.ctx)
    expect(mails.find(({ subject }) => subject.includes('needs a look'))?.text).toContain(
      'after a part had come by transfer',
    )
  })

  test('is either paid in part or payable by card, however many try both at once', onBoth, async () => {
    const { shop, id, clock } = await place()
    const others = await Promise.all([shop.another({ clock }), shop.another({ clock })])
    await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => {
        const ctx = others[index % 2]?.ctx ?? shop.ctx
        return index < 4 ? payByCard(ctx, id) : takePayment(ctx, { id }, { amount: 1000 }, by)
      }),
    )
    const order = await settle(shop.ctx, id)
    const open = [...shop.stripe.sessions.values()].filter(({ status }) => status === 'open')
    if (order?.received_amount) expect(open).toEqual([])
    else expect(open).toMatchObject([{ id: order?.session_id }])
  })
})
