import fc from 'fast-check'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { runs } from '#shared/testing/properties.ts'
import { spanOf } from '../../desk/books/book-days.ts'
import { readBooks } from '../../desk/books/read-books.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import { cancelOrder } from './close-order.ts'
import { refundCredit } from './credit.ts'
import { moneyOf, type OrderMoney } from './ledger.ts'
import { moveCredit } from './move-credit.ts'
import { findOrder } from './order-store.ts'
import { takePayment } from './take-payment.ts'

const by = { who: 'test' }
const total = 45_800

describeOnEitherEngine('the credit of an order', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const clock = { now: Date.parse('2026-11-18T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'books')
    const look = async (id: string) => (await desk.get(deskApiRoutes.order(id)).expect(200)).body
    return { shop, desk, clock, look }
  }

  async function place(shop: TestShop, email = 'ada@example.com') {
    const customer = { name: 'Ada Byron', email, country: 'AU' }
    const { body } = await shop.checkOut({ paymentMethod: 'invoice', customer }).expect(201)
    return body.order as { id: string; number: string }
  }

  const moveOf = (order: string) => `${deskApiRoutes.order(order)}/move-credit`

  test('pays another order of its buyer once, and stands in the ledger both ways', onBoth, async () => {
    const { shop, desk, clock, look } = await openDesk()
    const [from, to, other] = [await place(shop, 'ADA@example.com'), await place(shop), await place(shop)]
    await takePayment(shop.ctx, from, { amount: 100_000 }, by)
    await readMails(shop.ctx)
    clock.now += 60_000
    const { revision, creditCanPay } = await look(from.id)
    expect(creditCanPay).toEqual([
      { number: other.number, outstanding: total },
      { number: to.number, outstanding: total },
    ])
    const key = newKey()
    const move = () => desk.post(moveOf(from.number), { to: to.number, revision }).set('Idempotency-Key', key)
    const [first, again] = [(await move().expect(200)).body, (await move().expect(200)).body]
    expect(again).toEqual(first)
    expect(first.order).toMatchObject({
      number: from.number,
      status: 'paid',
      credit: 100_000 - 2 * total,
      payments: [{}, { amount: -total, kind: 'moved', reference: `To order ${to.number}` }],
    })
    expect(await look(to.id)).toMatchObject({
      status: 'paid',
      outstanding: 0,
      credit: 0,
      licences: { length: 2 },
      payments: [{ amount: total, kind: 'moved', reference: `From order ${from.number}` }],
      documents: [{ kind: 'invoice' }, { kind: 'receipt' }],
    })
    const mails = await readMails(shop.ctx)
    expect(mails.map(({ to: address }) => address)).toContain('ada@example.com')
    const late = await desk.post(moveOf(from.number), { to: other.number, revision }).expect(409)
    expect(late.body).toMatchObject({ code: 'changed_meanwhile', who: 'casey@example.com' })
    await desk.post(moveOf(from.number), { to: other.number }).expect(200)
    expect(await look(other.id)).toMatchObject({ status: 'pending', outstanding: 3 * total - 100_000 })

    const { entries } = (await desk.get(deskApiRoutes.audit).expect(200)).body
    const acts = entries.map(({ act, name }: { act: string; name: string }) => `${act} ${name}`)
    expect(acts).toContain(`order.credit_moved ${from.number}`)
    expect(acts).toContain(`order.payment_taken ${to.number}`)
    const csv = `${deskApiRoutes.booksCsv}?kind=payments&from=2026-11-01&to=2026-11-30`
    expect((await desk.get(csv).expect(200)).text).toContain(
      `,moved,-458.00,AUD,,Paid,transfer,To order ${to.number}`,
    )
  })

  test('pays nobody else’s order, nor one that waits for nothing, and isn’t more than it is', async () => {
    const { shop, desk, look } = await openDesk()
    const [from, to, stranger] = [await place(shop), await place(shop), await place(shop, 'li@example.com')]
    const move = (order: string, name: string, status: number) =>
      desk.post(moveOf(order), { to: name }).expect(status)
    expect((await move(from.number, to.number, 409)).body.code).toBe('order_not_refundable')
    await takePayment(shop.ctx, from, { amount: total + 500 }, by)
    for (const [name, detail] of [
      [stranger.number, `Order ${stranger.number} is of another buyer.`],
      [from.number, 'Name another order.'],
      ['2020-000001', 'There is no order 2020-000001.'],
    ] as const)
      expect((await move(from.number, name, 422)).body.errors).toMatchObject([{ pointer: '/to', detail }])
    await takePayment(shop.ctx, to, {}, by)
    expect((await move(from.number, to.number, 409)).body.code).toBe('order_not_payable')
    const support = await deskAs(shop, 'support')
    await support.post(moveOf(from.number), { to: to.number }).expect(403)
    expect(await look(from.id)).toMatchObject({ credit: 500, creditCanPay: [] })
  })

  test('is moved by the page’s form and by the command line, from a cancelled order too', async () => {
    const { shop, look } = await openDesk()
    const [from, to] = [await place(shop), await place(shop)]
    await takePayment(shop.ctx, from, { amount: 10_000 }, by)
    await cancelOrder(shop.ctx, from, by)
    const cookie = await cookieOf(shop, 'books')
    const page = deskRoutes.order(from.number)
    const { text } = await supertest(shop.app).get(page).set({ Cookie: cookie }).expect(200)
    expect(text).toContain(`${to.number}, $458.00 to pay`)
    const [, revision = ''] = /name="revision" value="(\d+)"/.exec(text) ?? []
    await supertest(shop.app)
      .post(deskRoutes.orderAct(from.number, 'move-credit'))
      .set({ Cookie: cookie, Origin: shop.ctx.config.siteUrl })
      .type('form')
      .send({ to: to.number, revision })
      .expect(303)
      .expect('location', `${page}?done=move-credit#done`)
    expect(await look(from.id)).toMatchObject({ status: 'cancelled', credit: 0, receivedAmount: null })
    expect(await look(to.id)).toMatchObject({ status: 'pending', outstanding: total - 10_000 })

    const another = await place(shop)
    await takePayment(shop.ctx, another, { amount: 2 * total }, by)
    const ran = await runAdmin(shop.environment, 'orders', 'move-credit', another.number, to.number)
    expect(ran).toMatchObject({ status: 0, stderr: '' })
    expect(await look(to.id)).toMatchObject({ status: 'paid', credit: 0 })
    expect(await look(another.id)).toMatchObject({ credit: 10_000 })
  })

  test('is spent once, however many orders it pays at the same time', onBoth, async () => {
    const { shop } = await openDesk()
    const [from, ...others] = [await place(shop), await place(shop), await place(shop), await place(shop)]
    await takePayment(shop.ctx, from as never, { amount: total + 50_000 }, by)
    const order = await findOrder(shop.ctx.database.db, (from as { id: string }).id)
    if (!order) throw new Error('no order')
    const moved = others.flatMap(({ number }) => [number, number])
    await Promise.allSettled(moved.map((number) => moveCredit(shop.ctx, order, number, by)))
    const held = await Promise.all(
      [order, ...others].map(async ({ id }) => {
        const found = await findOrder(shop.ctx.database.db, id)
        if (!found) throw new Error('no order')
        const { payments, credit } = await moneyOf(shop.ctx.database.db, found)
        return { sum: payments.reduce((sum, { amount }) => sum + amount, 0), credit }
      }),
    )
    expect(held[0]).toEqual({ sum: total, credit: 0 })
    expect(
      held
        .slice(1)
        .map(({ sum }) => sum)
        .toSorted((a, b) => a - b),
    ).toEqual([0, 50_000 - total, total])
  })

  const number = fc.nat({ max: 3 })
  const act = fc.oneof(
    fc.record({
      act: fc.constant('pay' as const),
      of: number,
      cents: fc.integer({ min: 1, max: 2 * total }),
    }),
    fc.record({ act: fc.constant('move' as const), of: number, to: number }),
    fc.record({ act: fc.constantFrom('cancel' as const, 'give back' as const), of: number }),
  )

  test('neither makes nor loses a cent, and books agree with orders, in any order', onBoth, async () => {
    const { shop, clock } = await openDesk()
    const { database } = shop.ctx
    let brought = 0
    const cancelledAt = new Map<string, string>()
    const look = async (id: string) => {
      const order = await findOrder(database.db, id)
      if (!order) throw new Error('no order')
      return { order, money: await moneyOf(database.db, order) }
    }
    const property = fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
      const placed = [await place(shop), await place(shop), await place(shop), await place(shop)]
      for (const one of acts) {
        clock.now += 60_000
        const { order, money } = await look(placed[one.of]?.id ?? '')
        if (one.act === 'pay' && order.status !== 'cancelled') {
          await takePayment(shop.ctx, order, { amount: one.cents, asCredit: true }, by)
          brought += one.cents
        }
        if (one.act === 'cancel' && order.status === 'pending') {
          await cancelOrder(shop.ctx, order, by)
          cancelledAt.set(order.id, new Date(clock.now).toISOString())
        }
        if (one.act === 'give back' && money.credit > 0) {
          await refundCredit(shop.ctx, order, by)
          brought -= money.credit
        }
        if (one.act === 'move') {
          const to = await look(placed[one.to]?.id ?? '')
          const can = money.credit > 0 && to.order.id !== order.id && to.order.status === 'pending'
          const moving = moveCredit(shop.ctx, order, to.order.number, by)
          if (can) await moving
          else if (to.order.status !== 'cancelled')
            await expect(moving).rejects.toMatchObject({ name: 'AppError' })
          else await moving.catch(() => {})
        }
      }
      await requireSound()
    })
    await fc.assert(property, { numRuns: runs(3) })

    async function requireSound() {
      const rows = await database.db.selectFrom('orders').select('id').execute()
      const all = await Promise.all(rows.map(({ id }) => look(id)))
      const sums = all.map(({ order, money }) => {
        const sum = money.payments.reduce((held, { amount }) => held + amount, 0)
        const isClosed = order.status === 'cancelled'
        expect(money.credit).toBe(isClosed ? sum : Math.max(0, sum - order.total))
        expect(order.status).toBe(isClosed ? 'cancelled' : sum >= order.total ? 'paid' : 'pending')
        expect(order.received_amount ?? 0).toBe(Math.min(sum, order.total))
        return sum
      })
      expect(sums.reduce((held, sum) => held + sum, 0)).toBe(brought)
      const counted = all.map(({ order: { id, status }, money: { payments } }) =>
        countedOf(payments, status === 'cancelled' ? cancelledAt.get(id) : undefined),
      )
      const span = spanOf({ from: '2026-11-01', to: '2026-12-31', timeZone: 'Australia/Sydney' })
      const g1 = async (basis: 'cash' | 'accrual') =>
        (await readBooks(database, span, { basis, figure: 'g1' })).books.g1
      expect(await g1('cash')).toBe(counted.reduce((kept, sum) => kept + sum, 0))
      const sold = all.filter(({ order }) => order.status !== 'cancelled')
      expect(await g1('accrual')).toBe(sold.length * total)
    }
  })
})

/** Credit that comes to a cancelled order pays for nothing, so the books leave it out. */
function countedOf(payments: OrderMoney['payments'], cancelledAt: string | undefined): number {
  const sumOf = (some: OrderMoney['payments']) => some.reduce((sum, { amount }) => sum + amount, 0)
  if (cancelledAt === undefined) return Math.min(sumOf(payments), total)
  const before = payments.filter(({ date }) => date < cancelledAt)
  const gone = payments.filter(({ date, amount }) => date >= cancelledAt && amount < 0)
  return Math.max(0, Math.min(sumOf(before), total) + sumOf(gone))
}
