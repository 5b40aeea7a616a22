import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { useShops } from '../../testing/support/shop.ts'
import { settle } from './settle.ts'
import { takePayment } from './take-payment.ts'

const total = 45_800
const gst = 4164
const reason = 'Ada lives in Auckland.'

describeOnEitherEngine('the country of a buyer', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const shop = await openShop(await deskOptions({ clock: () => new Date('2026-11-18T02:00:00Z') }))
    const [support, owner] = [await deskAs(shop, 'support'), await deskAs(shop, 'owner')]
    const look = async (id: string) => (await owner.get(deskApiRoutes.order(id)).expect(200)).body
    const correct = (id: string, change: object) =>
      support.post(`${deskApiRoutes.order(id)}/buyer`, { name: 'Ada Byron', ...change })
    const books = async (basis: string) => {
      const { body } = await owner.get(`${deskApiRoutes.books}?basis=${basis}`).expect(200)
      return { g1: body.g1, g2: body.g2, '1a': body['1a'] }
    }
    const moved = async () => {
      const { text } = await owner.get(`${deskApiRoutes.booksCsv}?kind=payments`).expect(200)
      const rows = parse(text, { columns: true }) as { amount: string }[]
      return rows.reduce((sum, { amount }) => sum + Math.round(100 * Number(amount)), 0)
    }
    return { shop, owner, look, correct, books, moved }
  }

  test('is corrected without a document while there is none, and the tax follows', async () => {
    const { shop, look, correct, books } = await openDesk()
    const { order } = await shop.placeCardOrder()
    await correct(order.id, { country: 'NZ' }).expect(200)
    expect(await look(order.id)).toMatchObject({
      total,
      tax: 0,
      documents: [],
      customer: { country: 'NZ' },
      lines: [{ tax: 0 }],
    })
    expect(await readMails(shop.ctx)).toEqual([])
    shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await settle(shop.ctx, order.id)
    expect(await look(order.id)).toMatchObject({ status: 'paid', documents: [{ kind: 'invoice', tax: 0 }] })
    expect(await books('accrual')).toEqual({ g1: total, g2: total, '1a': 0 })
    expect(await books('cash')).toEqual({ g1: total, g2: total, '1a': 0 })
  })

  test('is corrected by a note with its reason and another invoice afterwards, in the books too', async () => {
    const { shop, owner, look, correct, books, moved } = await openDesk()
    const { id, number } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order
    await takePayment(shop.ctx, { id }, {}, { who: 'test' })
    await readMails(shop.ctx)
    expect((await correct(id, { country: 'NZ' }).expect(422)).body.errors).toMatchObject([
      { pointer: '/reason' },
    ])
    expect(await books('cash')).toEqual({ g1: total, g2: 0, '1a': gst })
    await correct(id, { country: 'NZ', reason }).expect(200)
    const after = await look(id)
    expect(after).toMatchObject({ status: 'paid', total, tax: 0, outstanding: 0, credit: 0 })
    expect(after.documents.map(({ kind }: { kind: string }) => kind)).toEqual([
      'invoice',
      'receipt',
      'adjustment_note',
      'invoice',
    ])
    // Each keeps the title that it was issued with.
    expect(after.documents.map(({ taxed }: { taxed: boolean }) => taxed)).toEqual([true, true, true, false])
    expect(
      after.events.findLast(({ event }: { event: string }) => event === 'invoice.corrected'),
    ).toMatchObject({
      before: { country: 'AU' },
      after: { country: 'NZ', tax: 0, reason },
    })
    for (const basis of ['accrual', 'cash'])
      expect([basis, await books(basis)]).toEqual([basis, { g1: total, g2: total, '1a': 0 }])
    expect(await moved()).toBe(total)
    const { sales } = (await owner.get(deskApiRoutes.overview).expect(200)).body
    expect(sales.at(-1)).toMatchObject({ orders: 1, total, refunded: 0, tax: 0 })
    const [mail] = await readMails(shop.ctx)
    expect(mail?.attachments).toEqual(['INV-000002.pdf', 'ADJ-000001.pdf'])
    const text = mail?.text.replaceAll(/\s+/g, ' ')
    expect(text).toContain(`ADJ-000001 cancels INV-000001, and the total is the same. The reason: ${reason}`)
    const note = after.documents[2]
    const { body } = await owner.get(deskApiRoutes.document(id, note.number)).buffer().expect(200)
    expect(Buffer.from(body).subarray(0, 4).toString()).toBe('%PDF')

    await correct(id, { country: 'AU', reason: 'She is in Sydney after all.' }).expect(200)
    for (const basis of ['accrual', 'cash'])
      expect([basis, await books(basis)]).toEqual([basis, { g1: total, g2: 0, '1a': gst }])
    await owner.post(deskApiRoutes.refunds(id), { amount: 5800, confirm: number }).expect(200)
    for (const basis of ['accrual', 'cash'])
      expect([basis, await books(basis)]).toEqual([basis, { g1: 40_000, g2: 0, '1a': 3636 }])
    expect(await moved()).toBe(40_000)
    const refused = await correct(id, { country: 'NZ', reason }).expect(422)
    expect(refused.body.errors).toMatchObject([{ pointer: '/country' }])
    expect(await look(id)).toMatchObject({ customer: { country: 'AU' } })
  })

  test('is corrected once by several at once, and numbers of another country go', onBoth, async () => {
    const { shop, look, correct } = await openDesk()
    const customer = {
      name: 'Ada Byron',
      email: 'ada@example.com',
      companyName: 'Byron Pty Ltd',
      country: 'AU',
      abn: '51824753556',
    }
    const { id } = (await shop.checkOut({ paymentMethod: 'invoice', customer }).expect(201)).body.order
    const { revision } = await look(id)
    const change = { country: 'DE', reason, revision, companyName: 'Byron GmbH', abn: '51824753556' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => correct(id, change)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const after = await look(id)
    expect(after).toMatchObject({ status: 'pending', outstanding: total, tax: 0 })
    expect(after.customer.abn).toBeUndefined()
    expect(after.documents.map(({ kind }: { kind: string }) => kind)).toEqual([
      'invoice',
      'adjustment_note',
      'invoice',
    ])
  })
})
