import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import type { Invoice } from '#shared/orders/invoice.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { useShops } from '../../testing/support/shop.ts'
import { correctBuyerByStaff } from '../orders/correct-buyer.ts'
import { enterPayment, listPayments } from '../orders/ledger.ts'
import { refundOrder } from '../orders/refund-order.ts'
import { takePayment } from '../orders/take-payment.ts'
import { undoPayment } from '../orders/undo-payment.ts'
import { correctionsLeft } from './correct.ts'
import { findInvoices, latestRound, readInvoiceContent } from './issue.ts'
import { readEInvoice } from './read-e-invoice.ts'

const by = { who: 'test' }
const total = 45_800
const placedAt = new Date('2026-11-20T03:00:00Z')
const now = new Date('2026-11-24T03:00:00Z')

describeOnBothEngines('an invoice that is corrected after money came', (databases) => {
  const openShop = useShops(databases)

  async function place(paymentMethod: 'invoice' | 'card' = 'invoice') {
    let clock = placedAt
    const shop = await openShop({ clock: () => clock })
    const { db } = shop.ctx.database
    const { id } = (await shop.checkOut({ paymentMethod }).expect(201)).body.order as {
      id: string
    }
    clock = now
    let corrections = 0
    return {
      db,
      id,
      take: (amount: number, on: Day = '2026-11-21') =>
        takePayment(shop.ctx, { id }, { amount, on, asCredit: true }, by),
      undo: (payment: string | null) => undoPayment(shop.ctx, { id }, payment ?? '', by),
      refund: async () => {
        const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        await refundOrder(shop.ctx, order, {}, by)
      },
      /** @returns what the new invoice says of its money, and what it and its e-invoice ask for */
      correct: async (change: { country?: string; reason?: string } = {}) => {
        corrections += 1
        const buyer = { name: `Ada ${corrections}`, companyName: undefined, abn: undefined, nzbn: undefined }
        const correction = { ...buyer, vatId: undefined, purchaseOrder: undefined, ...change }
        await correctBuyerByStaff(shop.ctx, { id }, correction, by)
        const { invoice } = latestRound(await findInvoices(db, id))
        const content = readInvoiceContent(invoice as { content: string }) as Invoice
        expect(content.buyer.name).toBe(`Ada ${corrections}`)
        const asked = content.transfer?.facts.find(({ term }) => term === 'Amount')?.value
        const xml = (await readEInvoice(db, id, content.number))?.xml
        return {
          paid: content.paid,
          received: content.transfer?.received,
          asked,
          payable: xml?.match(/<cbc:PayableAmount [^>]*>([^<]*)</)?.[1],
        }
      },
    }
  }

  const part = { paid: null, received: { amount: 10_000, date: '2026-11-21' } }
  const ofRest = { ...part, asked: 'A$358.00', payable: '358.00' }
  const ofWhole = { paid: null, received: undefined, asked: 'A$458.00', payable: '458.00' }
  const paidOn = (date: Day) => ({
    paid: { date, method: 'invoice' },
    received: undefined,
    asked: undefined,
    payable: '0.00',
  })

  test('asks for the rest, and for nothing once that has come', async () => {
    const { take, correct } = await place()
    expect(await correct()).toEqual(ofWhole)
    await take(10_000)
    expect(await correct()).toEqual(ofRest)
    await take(5800, '2026-11-22')
    const both = { amount: 15_800, date: '2026-11-22' }
    expect(await correct()).toMatchObject({ received: both, asked: 'A$300.00' })
    // More than the rest, which stays as credit.
    await take(40_000, '2026-11-23')
    await take(1000, '2026-11-24')
    expect(await correct()).toEqual(paidOn('2026-11-23'))
  })

  test('asks for the rest also where another country cancels the one before', async () => {
    const { take, correct } = await place()
    await take(10_000)
    expect(await correct({ country: 'NZ', reason: 'Ada lives in Auckland.' })).toEqual(ofRest)
  })

  test('asks again for money that was booked by mistake', async () => {
    const { take, undo, correct } = await place()
    await take(10_000)
    const { payment } = await take(total)
    expect(await correct()).toEqual(paidOn('2026-11-21'))
    await undo(payment)
    expect(await correct()).toEqual(ofRest)
    await take(35_800, '2026-11-23')
    expect(await correct()).toEqual(paidOn('2026-11-23'))
  })

  test('has nothing to correct in a card’s order whose payment was undone, because a note cancels it', async () => {
    const { db, id, take, undo } = await place('card')
    const { payment } = await take(total)
    await undo(payment)
    const documents = await findInvoices(db, id)
    expect(latestRound(documents).cancelled).toMatchObject({ refunded: total })
    expect(correctionsLeft(documents, now)).toBe(0)
  })

  test('asks for nothing once the part was refunded', async () => {
    const { take, refund, correct } = await place()
    await take(10_000)
    await refund()
    expect(await correct()).toMatchObject({ paid: null, received: undefined, asked: undefined })
  })

  test('counts no money of another currency', async () => {
    const { db, id, take, correct } = await place()
    await take(10_000)
    const [booked] = await listPayments(db, id)
    if (!booked) throw new Error('No payment was booked')
    const { amount, who } = booked
    const foreign = { dedupe_key: 'card:pi_1', amount, who }
    await db
      .transaction()
      .execute((trx) => enterPayment(trx, { id, currency: 'USD' }, foreign, { now, random: randomBytes }))
    expect(await correct()).toEqual(ofRest)
  })
})
