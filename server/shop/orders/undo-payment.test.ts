import { expect, test } from 'vitest'
import { newCodeSchema } from '#shared/pricing/codes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { momentOf } from '../../runtime/moment.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { useShops } from '../../testing/support/shop.ts'
import { addCode } from '../codes/codes.ts'
import { findReceived } from '../invoices/find-received.ts'
import { cancelOrder } from './close-order.ts'
import { followTransfers } from './follow-transfers.ts'
import { findOrder } from './order-store.ts'
import { findPayersAccount } from './refund-by-transfer.ts'
import { settle } from './settle.ts'
import { takePayment } from './take-payment.ts'
import { undoPayment } from './undo-payment.ts'

const by = { who: 'test' }
const total = 45_800
const iban = 'DE89370400440532013000'

describeOnBothEngines('a payment that was booked by mistake', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const clock = { now: Date.parse('2026-11-18T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const books = await deskAs(shop, 'books')
    const place = async () =>
      (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order as {
        id: string
        number: string
      }
    const look = async (id: string) => (await books.get(deskApiRoutes.order(id)).expect(200)).body
    const undo = async (id: string, status = 200) => {
      const { payments, whyNoUndo } = await look(id)
      const undoable = payments.find(({ canUndo }: { canUndo: boolean }) => canUndo)
      expect(undoable !== undefined).toBe(status === 200)
      const { id: payment } = undoable ?? payments[0]
      const { body } = await books.post(`${deskApiRoutes.order(id)}/undo-payment`, { payment }).expect(status)
      if (status === 409) expect(body.detail).toBe(`${whyNoUndo} Nothing was done.`)
      return body
    }
    return { shop, books, clock, place, look, undo }
  }

  test('says nothing of the day when the order was paid', async () => {
    const { shop, clock, place, undo } = await openDesk()
    const order = await place()
    const pay = () => takePayment(shop.ctx, order, { amount: total }, by)
    await pay()
    clock.now += 13 * 24 * 3_600_000
    await undo(order.id)
    await pay()
    const sold = { id: order.id, total, currency: 'AUD' }
    expect(await findReceived(shop.ctx.database.db, sold, 'Australia/Sydney')).toEqual({
      amount: total,
      date: '2026-12-01',
    })
  })

  test('is taken back both ways, and its line pays another order, or the same one', async () => {
    const { shop, clock, place, look, undo } = await openDesk()
    const [wrong, right] = [await place(), await place()]
    await readMails(shop.ctx)
    const line = { hash: 'h1', amount: total }
    const pay = (order: { id: string }) =>
      takePayment(shop.ctx, order, { line, amount: total, reference: `TRANSFER ${iban}` }, by)
    await pay(wrong)
    expect((await readMails(shop.ctx)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('licence key'),
    )
    clock.now += 60_000
    await undo(wrong.id)
    expect(await look(wrong.id)).toMatchObject({
      status: 'pending',
      paidAt: null,
      outstanding: total,
      receivedAmount: null,
      credit: 0,
      payments: [
        { amount: total, kind: 'payment', canUndo: false },
        { amount: -total, kind: 'undone', reference: `TRANSFER ${iban}` },
      ],
      licences: [{ status: 'suspended' }, { status: 'suspended' }],
    })
    const [told] = (await readMails(shop.ctx)).filter(({ to }) => to === 'ada@example.com')
    expect(told?.subject).toBe(`Order ${wrong.number} isn’t paid yet`)
    expect(await findPayersAccount(shop.ctx.database.db, wrong.id)).toBeNull()
    await pay(right)
    expect(await findPayersAccount(shop.ctx.database.db, right.id)).toMatchObject({ number: iban })
    expect(await look(right.id)).toMatchObject({ status: 'paid' })
    await undo(right.id)
    clock.now += 60_000
    await readMails(shop.ctx)
    await pay(wrong)
    const again = await look(wrong.id)
    expect(again).toMatchObject({ status: 'paid', licences: [{ status: 'active' }, { status: 'active' }] })
    expect(again.documents.map(({ kind }: { kind: string }) => kind)).toEqual([
      'invoice',
      'receipt',
      'receipt',
    ])
    const mails = await readMails(shop.ctx)
    expect(mails.filter(({ to }) => to === 'ada@example.com')).toHaveLength(1)
    const licences = await shop.ctx.database.db.selectFrom('licences').select('id').execute()
    expect(licences).toHaveLength(4)
  })

  test('of a part is taken back, too, and stays once it may have been used or stands in a return', async () => {
    const { shop, books, clock, place, look, undo } = await openDesk()
    const { db } = shop.ctx.database
    const [part, used, over, old] = [await place(), await place(), await place(), await place()]
    await takePayment(shop.ctx, part, { amount: 1000 }, by)
    await takePayment(shop.ctx, part, { amount: 2000 }, by)
    await readMails(shop.ctx)
    await undo(part.id)
    expect(await look(part.id)).toMatchObject({ status: 'pending', outstanding: total - 2000 })
    expect((await readMails(shop.ctx)).map(({ subject }) => subject)).toEqual([
      `Order ${part.number} isn’t paid yet`,
    ])

    await takePayment(shop.ctx, used, {}, by)
    const { id: licence_id } = await db.selectFrom('licences').select('id').executeTakeFirstOrThrow()
    const at = new Date(clock.now).toISOString()
    await db
      .insertInto('activations')
      .values({
        id: 'act_1',
        licence_id,
        seat: 0,
        machine_id: 'm',
        machine_name: null,
        machine_os: null,
        app_version: null,
        activated_at: at,
        seen_at: at,
        released_at: at,
      })
      .execute()
    expect((await undo(used.id, 409)).detail).toContain('A key of the order was turned on')
    expect(await look(used.id)).toMatchObject({ status: 'paid', licences: [{ status: 'active' }, {}] })

    await takePayment(shop.ctx, over, { amount: total + 500 }, by)
    await books.post(`${deskApiRoutes.order(over.id)}/move-credit`, { to: part.number }).expect(200)
    expect((await undo(over.id, 409)).detail).toContain('Its credit went')

    await takePayment(shop.ctx, old, { amount: 1000 }, by)
    clock.now = Date.parse('2027-01-01T02:00:00Z')
    expect((await undo(old.id, 409)).code).toBe('payment_not_undoable')
  })

  test('is taken back with the fee that was forgiven, and its buyer reads what was sent', async () => {
    const { shop, place, look, undo } = await openDesk()
    const order = await place()
    await takePayment(shop.ctx, order, { amount: total - 200, isLessFee: true }, by)
    await readMails(shop.ctx)
    await undo(order.id)
    expect(await look(order.id)).toMatchObject({ status: 'pending', outstanding: total })
    const [told] = await readMails(shop.ctx)
    expect(told?.text).toContain('We booked A$456.00 of somebody else')
  })

  test.each(['an order by card', 'an order that had lapsed', 'an order that was cancelled'])(
    'leaves no invoice in force that says that it’s paid: %s',
    async (what) => {
      const { shop, books, clock, look, undo } = await openDesk()
      const { db } = shop.ctx.database
      const isByCard = what === 'an order by card'
      const paymentMethod = isByCard ? 'card' : 'invoice'
      const order = (await shop.checkOut({ paymentMethod }).expect(201)).body.order as { id: string }
      if (what === 'an order that was cancelled') await cancelOrder(shop.ctx, { ...order, number: '' }, by)
      if (what === 'an order that had lapsed') {
        clock.now += 31 * 24 * 3_600_000
        await followTransfers(shop.ctx)
      }
      const { status: before } = await look(order.id)
      clock.now += 60_000
      await takePayment(shop.ctx, order, {}, by)
      await readMails(shop.ctx)
      clock.now += 60_000
      expect((await undo(order.id)).order.status).toBe(before)
      const told = (await readMails(shop.ctx)).find(({ to }) => to === 'ada@example.com')
      const note = isByCard ? 'ADJ-000001' : 'ADJ-000002'
      expect(told?.attachments).toEqual([`${note}.pdf`])
      expect(told?.text.replaceAll(/\s+/g, ' ')).toContain(
        `the invoice that you got is cancelled. Adjustment note ${note} is attached.`,
      )
      clock.now += 24 * 3_600_000
      await settle(shop.ctx, order.id)
      await followTransfers(shop.ctx)
      expect(await look(order.id)).toMatchObject({
        status: isByCard ? 'expired' : before,
        documents: expect.arrayContaining([expect.objectContaining({ number: note })]),
      })
      for (const basis of ['accrual', 'cash']) {
        const days = 'from=2026-10-01&to=2026-12-31'
        const { body } = await books.get(`${deskApiRoutes.books}?${days}&basis=${basis}`).expect(200)
        expect(body).toMatchObject({ g1: 0, '1a': 0 })
      }
      await takePayment(shop.ctx, order, {}, by)
      expect(await look(order.id)).toMatchObject({ status: 'paid', licences: [{ status: 'active' }, {}] })
      const invoices = await db.selectFrom('invoices').select('kind').where('kind', '=', 'invoice').execute()
      expect(invoices).toHaveLength(isByCard ? 2 : 3)
    },
  )

  test('gives back the use of a code that a closed order had, until money comes again', async () => {
    const { shop, clock, undo } = await openDesk()
    const { db } = shop.ctx.database
    const code = newCodeSchema.parse({ code: 'TEN', percent: 10, maxUses: 1 })
    await db.transaction().execute((trx) => addCode(trx, code, { ...by, ...momentOf(shop.ctx) }))
    const body = { paymentMethod: 'invoice', code: 'TEN', expectedTotal: 41_220 } as const
    const order = (await shop.checkOut(body).expect(201)).body.order as { id: string; number: string }
    const isGivenBack = async () =>
      (await db.selectFrom('code_uses').select('given_back_at').executeTakeFirst())?.given_back_at !== null
    await cancelOrder(shop.ctx, order, by)
    for (const isPaid of [true, false, true]) {
      clock.now += 60_000
      await (isPaid ? takePayment(shop.ctx, order, {}, by) : undo(order.id))
      expect(await isGivenBack()).toBe(!isPaid)
    }
  })

  test('is taken back once, though several do it at once, and a payment comes meanwhile', async () => {
    const { shop, place, look } = await openDesk()
    const order = await place()
    const other = await shop.another()
    await takePayment(shop.ctx, order, { amount: 1000 }, by)
    const [{ id = '' } = {}] = (await look(order.id)).payments
    const acts = Array.from({ length: 8 }, (_, index) =>
      index === 4
        ? takePayment(other.ctx, order, { amount: 500 }, by)
        : undoPayment(index % 2 ? shop.ctx : other.ctx, order, id, by),
    )
    const done = (await Promise.allSettled(acts)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(2)
    expect(
      (await look(order.id)).payments.map(({ amount }: { amount: number }) => amount).toSorted(),
    ).toEqual([-1000, 1000, 500])
    expect(await findOrder(shop.ctx.database.db, order.id)).toMatchObject({ received_amount: 500 })
  })
})
