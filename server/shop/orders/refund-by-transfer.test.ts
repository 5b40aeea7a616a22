import supertest from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { moneyOf } from './ledger.ts'
import { findOrder } from './order-store.ts'
import { findPayersAccount, ibanIn, sendRefund } from './refund-by-transfer.ts'
import { takePayment } from './take-payment.ts'

const by = { who: 'test' }
const total = 45_800
type Listed = { canUndo: boolean; kind: string }

const account = { holder: 'Ada Byron', number: '062-000 1234 5678' }

test('a payer’s account is the one IBAN that a bank’s text names', () => {
  expect(ibanIn('Müller GmbH DE89370400440532013000 2026-000001')).toBe('DE89370400440532013000')
  expect(ibanIn('DE89370400440532013000 to GB82WEST12345698765432')).toBeNull()
  expect(ibanIn('DE89370400440532013001')).toBeNull()
})

describeOnEitherEngine('a refund of an order paid by transfer', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const clock = { now: Date.parse('2026-11-18T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const [owner, books] = [await deskAs(shop, 'owner'), await deskAs(shop, 'books')]
    const look = async (id: string) => (await owner.get(deskApiRoutes.order(id)).expect(200)).body
    const today = async () => (await books.get(deskApiRoutes.overview).expect(200)).body
    const refund = async (number: string, amount: number) => {
      clock.now += 60_000
      await owner.post(deskApiRoutes.refunds(number), { amount, confirm: number }).expect(200)
    }
    const read = (csv: string) =>
      books
        .post(`${deskApiRoutes.statement}?newAccount=Main`)
        .set('content-type', 'text/csv')
        .send(`Date,Amount,Description\n${csv}`)
        .expect(201)
    return { shop, owner, books, clock, look, today, refund, read }
  }

  async function sell(shop: TestShop, reference?: string) {
    const { body } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    await takePayment(shop.ctx, body.order, { reference }, by)
    await readMails(shop.ctx)
    return body as { order: { id: string; number: string }; accessToken: string }
  }

  test('waits on Today until it’s sent, and its buyer hears by when, and that it is', async () => {
    const { shop, books, look, today, refund } = await openDesk()
    const { id, number } = (await sell(shop)).order
    await refund(number, 8900)
    await refund(number, 5000)
    const mails = await readMails(shop.ctx)
    const toBuyer = mails.filter(({ to }) => to === 'ada@example.com')
    expect(toBuyer.map(({ text }) => text)).toEqual([
      expect.stringContaining('We transfer A$89.00 by 25 November 2026'),
      expect.stringContaining('We transfer A$139.00 by 25 November 2026'),
    ])
    expect(toBuyer[0]?.text).toContain('Say where it should go')
    expect(mails.find(({ to }) => to !== 'ada@example.com')?.text).toContain('Transfer A$89.00 to the buyer')
    expect(await look(id)).toMatchObject({
      refundToSend: { amount: 13_900, by: '2026-11-25', account: null },
      refundAccount: null,
    })
    const owed = { by: '2026-11-25', hasAccount: false }
    const { things, refundToSend, first } = await today()
    expect([things, refundToSend]).toEqual([1, 1])
    expect(first.refundToSend).toMatchObject([
      { number, sum: 13_900, since: '2026-11-18T02:01:00.000Z', refund: owed },
    ])

    const send = (body: object) => books.post(`${deskApiRoutes.order(number)}/refund-sent`, body)
    expect((await send({ amount: 13_901 }).expect(409)).body.code).toBe('refund_too_large')
    expect((await send({ date: '2026-11-17' }).expect(422)).body.errors).toMatchObject([{ pointer: '/date' }])
    await send({ amount: 10_000, date: '2026-11-18', reference: 'A1' }).expect(200)
    const { body } = await send({}).expect(200)
    expect(body.order).toMatchObject({ refundToSend: null, refundRepaid: 13_900, credit: 0 })
    expect((await send({}).expect(409)).body.code).toBe('order_not_refundable')
    expect((await today()).refundToSend).toBe(0)
    const sent = await readMails(shop.ctx)
    expect(sent.map(({ text }) => text)).toEqual([
      expect.stringContaining('transferred the A$100.00'),
      expect.stringContaining('transferred the A$39.00'),
    ])
    const support = await deskAs(shop, 'support')
    await support.post(`${deskApiRoutes.order(number)}/refund-sent`).expect(403)
  })

  test('is counted once in what the preview of a credit says is kept', async () => {
    const { shop, owner, refund } = await openDesk()
    const { order } = await sell(shop)
    await takePayment(shop.ctx, order, { amount: 500, asCredit: true }, by)
    await refund(order.number, 10_000)
    await sendRefund(shop.ctx, order, {}, by)
    const { body } = await owner.post(deskApiRoutes.refunds(order.number), { credit: true }).expect(422)
    const preview = { amount: 500, kept: 35_800, through: 'credit', mailTo: 'ada@example.com' }
    expect(body.preview).toMatchObject(preview)
    await readMails(shop.ctx)
    await owner.post(deskApiRoutes.refunds(order.number), { credit: true, confirm: order.number }).expect(200)
    const mails = await readMails(shop.ctx)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.com', `Your refund for order ${order.number} went by bank transfer`],
    ])
    expect(mails[0]?.text).toContain('We’ve transferred the A$5.00 of order')
  })

  test('goes to the account that its buyer names by the link, until it’s sent', async () => {
    const { shop, owner, clock, look, refund } = await openDesk()
    const { order, accessToken } = await sell(shop)
    const headers = { Authorization: `Bearer ${accessToken}` }
    const name = (body: object) =>
      supertest(shop.app).post(apiRoutes.refundAccount(order.id)).set(headers).send(body)
    expect((await name(account).expect(409)).body.code).toBe('order_not_refundable')
    await refund(order.number, total)
    await supertest(shop.app).post(apiRoutes.refundAccount(order.id)).send(account).expect(404)
    const typo = await name({ ...account, number: 'DE89 3704 0044 0532 0130 01' }).expect(422)
    expect(typo.body.errors).toMatchObject([{ pointer: '/number' }])
    const seen = (await look(order.id)).revision
    clock.now += 60_000
    const { body } = await name(account).expect(200)
    expect(body.order.refundToSend).toMatchObject({ amount: total, account: 'ending 5678' })
    // Ids are random digits, too.
    expect(JSON.stringify(body)).not.toContain('062-000')
    const late = await owner.post(`${deskApiRoutes.order(order.id)}/refund-sent`, { revision: seen })
    expect([late.status, late.body.who]).toEqual([409, 'customer'])

    const page = supertest.agent(shop.app)
    const link = `${routes.completedOrder(order.id)}&token=${accessToken}`
    await page.get(link).expect(303)
    const { text } = await page.get(routes.completedOrder(order.id)).expect(200)
    expect(text).toContain('To the account ending 5678')
    const form = (number: string) =>
      page
        .post(routes.completed)
        .set('Origin', shop.ctx.config.siteUrl)
        .type('form')
        .send({ order: order.id, act: 'account', holder: 'Ada', number })
    const refused = await form('1').expect(422)
    expect(refused.text).toContain('Enter the whole number')
    expect(refused.text).toContain('value="Ada"')
    await form('DE89 3704 0044 0532 0130 00').expect(303)
    expect((await look(order.id)).refundAccount).toEqual({
      holder: 'Ada',
      number: 'DE89 3704 0044 0532 0130 00',
    })
    await owner.post(`${deskApiRoutes.order(order.id)}/refund-sent`).expect(200)
    expect((await look(order.id)).refundAccount).toBeNull()
    const { entries } = (await owner.get(deskApiRoutes.audit).expect(200)).body
    expect(JSON.stringify(entries)).toContain('ending 5678')
    expect(JSON.stringify(entries)).not.toContain('DE89')
  })

  test('is settled by the bank’s line that names it, and by its sum alone only once somebody says so', async () => {
    const { shop, books, look, refund, read } = await openDesk()
    const [one, two] = [(await sell(shop)).order, (await sell(shop)).order]
    await refund(one.number, 8900)
    await refund(two.number, 5000)
    const csv = [
      `18/11/2026,-89.00,TRANSFER REFUND ${one.number}`,
      '18/11/2026,-50.00,TRANSFER ADA',
      `18/11/2026,-90.00,TRANSFER REFUND ${one.number}`,
      `18/11/2026,-20.00,REFUND ${two.number}`,
    ]
    const { body } = await read(csv.join('\n'))
    expect(body.lines).toMatchObject([
      { state: 'matched', orders: [one.number], amount: -8900 },
      { state: 'proposed', orders: [two.number], why: ['As much is to be sent back'] },
      { state: 'none', reason: 'money_out', why: [`only $89.00 of ${one.number} is to be sent back`] },
      { state: 'wrong_amount', orders: [two.number] },
    ])
    expect(body.totals.matched).toEqual({ lines: 1, amount: 0 })
    const confirm = async (lines: object[]) =>
      (await books.post(`/api/desk/statement/${body.id}/confirm`, { lines }).expect(200)).body
    expect(
      await confirm([
        { n: 2, order: one.number },
        { n: 5, order: two.number, as: 'part' },
        { n: 3, order: two.number, as: 'credit' },
      ]),
    ).toMatchObject({ booked: 2, failed: [{ n: 3 }] })
    const later = await confirm([
      { n: 2, order: one.number },
      { n: 4, order: one.number },
    ])
    expect(later).toMatchObject({ booked: 0, already: [2], failed: [{ n: 4 }] })
    expect(await look(one.id)).toMatchObject({ refundToSend: null, refundRepaid: 8900 })
    expect(await look(two.id)).toMatchObject({ refundToSend: { amount: 3000 }, refundRepaid: 2000 })
    const again = (await read(csv.join('\n'))).body
    expect(again.lines.map(({ state }: { state: string }) => state)).toEqual([
      'already',
      'none',
      'none',
      'already',
    ])
  })

  test(
    'is to be sent again once it’s taken back, and its line settles another, or the same',
    onBoth,
    async () => {
      const { shop, books, clock, look, today, refund, read } = await openDesk()
      const [wrong, right] = [(await sell(shop, 'DE89370400440532013000')).order, (await sell(shop)).order]
      for (const { number } of [wrong, right]) await refund(number, 8900)
      const { body } = await read('18/11/2026,-89.00,GB82WEST12345698765432\n18/11/2026,-1.00,FEE')
      const confirm = async (order: { number: string }) => {
        clock.now += 60_000
        const lines = [{ n: 2, order: order.number, as: 'part' }]
        return (await books.post(`/api/desk/statement/${body.id}/confirm`, { lines }).expect(200)).body
      }
      const undo = async ({ id }: { id: string }) => {
        const { payments } = await look(id)
        const { id: payment } = payments.find(({ canUndo, kind }: Listed) => canUndo && kind === 'repaid')
        clock.now += 60_000
        await readMails(shop.ctx)
        return books.post(`${deskApiRoutes.order(id)}/undo-payment`, { payment })
      }
      expect(await confirm(wrong)).toMatchObject({ booked: 1 })
      expect(await confirm(right)).toMatchObject({ booked: 0, already: [2] })
      clock.now += 24 * 3_600_000
      expect((await undo(wrong)).status).toBe(200)
      const [told] = await readMails(shop.ctx)
      expect(told?.subject).toBe(`Your refund for order ${wrong.number} is still to come`)
      // It was promised before, so the day stays.
      expect(told?.text).toContain('We transfer A$89.00 by 25 November 2026')
      expect(told?.text).toContain('please name it again')
      const owedAgain = {
        status: 'partially_refunded',
        refunded: 8900,
        refundRepaid: 0,
        credit: 0,
        outstanding: 0,
        refundToSend: { amount: 8900, by: '2026-11-25' },
        licences: [{ status: 'active' }, { status: 'active' }],
      }
      expect(await look(wrong.id)).toMatchObject({
        ...owedAgain,
        payments: [
          { amount: total, kind: 'payment', canUndo: false },
          { amount: -8900, kind: 'repaid', canUndo: false },
          { amount: 8900, kind: 'repaid', canUndo: false },
        ],
      })
      expect(await today()).toMatchObject({ refundToSend: 2 })
      // The account that a refund went to is none that paid.
      expect(await findPayersAccount(shop.ctx.database.db, wrong.id)).toBeNull()

      expect(await confirm(right)).toMatchObject({ booked: 1 })
      expect(await look(right.id)).toMatchObject({ refundToSend: null, refundRepaid: 8900 })
      expect((await undo(right)).status).toBe(200)
      for (const _ of [1, 2]) {
        expect(await confirm(wrong)).toMatchObject({ booked: 1 })
        expect(await confirm(wrong)).toMatchObject({ booked: 0, already: [2] })
        expect((await undo(wrong)).status).toBe(200)
      }
      expect(await look(wrong.id)).toMatchObject(owedAgain)
      expect(await confirm(wrong)).toMatchObject({ booked: 1 })
      clock.now += 20 * 24 * 3_600_000
      expect((await undo(wrong)).status).toBe(200)
      expect(await look(wrong.id)).toMatchObject({ refundToSend: { amount: 8900, by: '2026-12-09' } })
      expect(await confirm(wrong)).toMatchObject({ booked: 1 })
      const { payments } = await look(wrong.id)
      const standing = payments.find(({ canUndo, kind }: Listed) => canUndo && kind === 'repaid')
      clock.now = Date.parse('2027-01-01T02:00:00Z')
      const { whyNoUndo } = await look(wrong.id)
      const over = 'The quarter in which the refund was sent is over.'
      expect(whyNoUndo).toContain(over)
      const undoLate = { payment: standing.id }
      const late = await books.post(`${deskApiRoutes.order(wrong.id)}/undo-payment`, undoLate).expect(409)
      expect(late.body).toMatchObject({ code: 'payment_not_undoable', detail: `${over} Nothing was done.` })
    },
  )

  test('goes to the account from which the bank says that it was paid', async () => {
    const { shop, owner, books, look, refund, read } = await openDesk()
    const { order } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body
    const { body } = await read(
      `18/11/2026,458.00,${order.number} GB82WEST12345698765432\n18/11/2026,-1.00,FEE`,
    )
    const lines = [{ n: 2, order: order.number }]
    await books.post(`/api/desk/statement/${body.id}/confirm`, { lines }).expect(200)
    await readMails(shop.ctx)
    await refund(order.number, total)
    const mails = await readMails(shop.ctx)
    expect(mails.find(({ to }) => to === 'ada@example.com')?.text).toContain('the account ending 5432')
    expect((await look(order.id)).refundAccount).toEqual({ holder: null, number: 'GB82WEST12345698765432' })

    // Support sends no money, so it sees the last digits alone.
    const support = await deskAs(shop, 'support')
    const noted = await support.post(`${deskApiRoutes.order(order.id)}/note`, { text: 'Called.' }).expect(200)
    for (const seen of [
      (await support.get(deskApiRoutes.order(order.id)).expect(200)).body,
      noted.body.order,
    ]) {
      expect(seen.refundAccount).toEqual({ holder: null, number: '…432' })
      expect(JSON.stringify(seen)).not.toContain('98765432')
    }
    expect(JSON.stringify((await owner.get(deskApiRoutes.order(order.id))).body)).toContain('98765432')
    const page = await supertest(shop.app)
      .get(deskRoutes.order(order.number))
      .set('Cookie', await cookieOf(shop, 'support'))
      .expect(200)
    expect(page.text).toContain('…432')
    expect(page.text).not.toContain('98765432')
  })

  test('is sent once, though the press, the command and the bank’s lines come at once', onBoth, async () => {
    const { shop, refund } = await openDesk()
    const other = await shop.another()
    const { id, number } = (await sell(shop)).order
    await refund(number, 8900)
    await readMails(shop.ctx)
    const line = { hash: 'h1', amount: 8900 }
    const sends = Array.from({ length: 8 }, (_, index) =>
      sendRefund(index % 2 ? shop.ctx : other.ctx, { id }, index < 4 ? { line, amount: 8900 } : {}, by),
    )
    const done = (await Promise.allSettled(sends)).filter(
      (each) => each.status === 'fulfilled' && each.value !== null,
    )
    expect(done).toHaveLength(1)
    const { db } = shop.ctx.database
    const order = await findOrder(db, id)
    if (!order) throw new Error('no order')
    expect(order).toMatchObject({ refund_to_send: 0, refund_repaid: 8900, refunded: 8900 })
    const money = await moneyOf(db, order)
    expect(money.payments.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['payment', total],
      ['repaid', -8900],
    ])
    expect(money.credit).toBe(0)
    expect(await readMails(shop.ctx)).toHaveLength(1)
  })
})
