import { parse } from 'csv-parse/sync'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { addDays, type Day } from '#shared/calendar/calendar.ts'
import type { InvoiceContent } from '#shared/orders/invoice.ts'
import { invoiceText } from '#shared/orders/invoice-text.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { sharedLibrary } from '../../testing/support/test-app.ts'
import { cancelByBuyer, cancelOrder } from './close-order.ts'
import { followTransfers } from './follow-transfers.ts'
import { findOrder } from './order-store.ts'
import { payByCard } from './pay-by-card.ts'
import { settle } from './settle.ts'
import { markPaid, type ReceivedTransfer, takePayment } from './take-payment.ts'

const placedAt = new Date('2026-11-20T03:00:00Z')
const day = 24 * 60 * 60 * 1000

const by = { who: 'command line' }

describeOnEitherEngine('an order by bank transfer', (databases) => {
  const openShop = useShops(databases)

  async function place(change = {}) {
    let now = placedAt
    const shop = await openShop({ clock: () => now })
    const { body } = await shop
      .checkOut({ paymentMethod: 'invoice', purchaseOrder: 'PO-1', ...change })
      .expect(201)
    const later = async (days: number) => {
      now = new Date(placedAt.getTime() + days * day)
      await followTransfers(shop.ctx)
      return readMails(shop.ctx)
    }
    const look = async () => (await shop.orderOf(body).expect(200)).body
    return { shop, placed: body, later, look }
  }

  async function takeMoney(shop: TestShop, id: string) {
    const order = await findOrder(shop.ctx.database.db, id)
    return markPaid(shop.ctx, order as NonNullable<typeof order>, {}, by)
  }

  test('has its tax invoice at once, on its page and in its first mail', async () => {
    const { shop, placed, look } = await place()
    const order = await look()
    expect(order).toMatchObject({
      status: 'pending',
      dueAt: '2026-12-04T12:59:59.999Z',
      outstanding: 45_800,
      payments: [],
      invoice: { number: 'INV-000001' },
      documents: [
        { kind: 'invoice', number: 'INV-000001', content: { paid: null, transfer: { due: '2026-12-04' } } },
      ],
    })
    expect(order.steps).toEqual([
      { kind: 'remind', day: '2026-11-30' },
      { kind: 'due', day: '2026-12-04' },
      { kind: 'remind', day: '2026-12-07' },
      { kind: 'lapse', day: '2026-12-20' },
    ])
    const mail = (await readMails(shop.ctx)).find(({ to }) => to === 'ada@example.com')
    expect(mail).toMatchObject({
      subject: 'Tax invoice INV-000001, PO-1, due 4 December 2026',
      attachments: ['INV-000001.pdf'],
    })
    expect(mail?.text).not.toContain('PO-1')
    await supertest(shop.app)
      .get(placed.order.invoice.url)
      .set('Authorization', `Bearer ${placed.accessToken}`)
      .expect(200)
      .expect('content-type', 'application/pdf')
  })

  test('sends its last mail again once it lapsed or was cancelled', async () => {
    for (const end of ['Order 2026-000001 has lapsed', 'Order 2026-000001 is cancelled']) {
      const { shop, placed, later } = await place()
      const { id, number } = placed.order
      if (end.endsWith('cancelled')) await cancelOrder(shop.ctx, { id, number }, by)
      await later(31)
      await supertest(shop.app)
        .post(apiRoutes.resend(id))
        .set('Authorization', `Bearer ${placed.accessToken}`)
        .expect(202)
      expect(await readMails(shop.ctx)).toMatchObject([
        { to: 'ada@example.com', subject: end, attachments: ['ADJ-000001.pdf'] },
      ])
    }
  })

  test.each([
    ['the owner', 'The order was cancelled on 20 November 2026.'],
    ['the buyer', 'The order was cancelled by the buyer on 20 November 2026.'],
  ])('cancelled by %s says so on its note, in every text of it', async (who, reason) => {
    const { shop, placed, look } = await place()
    const { id, number } = placed.order
    await (who === 'the buyer'
      ? cancelByBuyer(shop.ctx, { id, number })
      : cancelOrder(shop.ctx, { id, number }, by))
    const [, note] = (await look()).documents
    expect(note.content).toMatchObject({ kind: 'adjustment_note', refunds: false, reason })
    expect(invoiceText(note.content).foot).toContain(`Reason: ${reason}`)
  })

  test('isn’t paid by card where no card is taken', async () => {
    const { shop, placed } = await place()
    shop.ctx.payments = null
    const { body } = await supertest(shop.app)
      .post(apiRoutes.payByCard(placed.order.id))
      .set('Authorization', `Bearer ${placed.accessToken}`)
      .expect(409)
    expect(body.code).toBe('cards_not_taken')
  })

  test('is paid against that invoice: keys and a receipt, and no second invoice', async () => {
    const { shop, placed, look } = await place()
    await readMails(shop.ctx)
    await takeMoney(shop, placed.order.id)
    const order = await look()
    expect(order).toMatchObject({ status: 'paid', outstanding: 0, payments: [{ amount: 45_800 }] })
    expect(order.documents.map(({ number }: { number: string }) => number)).toEqual([
      'INV-000001',
      'RCT-000001',
    ])
    expect(order.documents[1].content).toMatchObject({
      kind: 'receipt',
      invoice: { number: 'INV-000001' },
      paid: { method: 'invoice' },
    })
    const mail = (await readMails(shop.ctx)).find(({ to }) => to === 'ada@example.com')
    expect(mail?.attachments).toEqual(['RCT-000001.pdf'])
    expect(mail?.text).toContain('PRMT-')
  })

  test('was paid on the bank’s day, which may be before its booking', async () => {
    const { shop, placed, later, look } = await place()
    await later(5)
    const on = addDays(shop.today(), -2)
    await takePayment(shop.ctx, placed.order, { on }, by)
    const [, receipt] = (await look()).documents
    expect(receipt.content).toMatchObject({ kind: 'receipt', date: shop.today(), paid: { date: on } })
  })

  test('leaves the card payment open until money is taken', onBoth, async () => {
    const shop = await openShop()
    const [one, other] = [await shop.placeCardOrder(), await shop.placeCardOrder()]
    const session = shop.stripe.sessionOf(one.order.id)
    await takePayment(shop.ctx, other.order, { amount: 45_800, line: { hash: 'a line', amount: 45_800 } }, by)

    const take = (transfer: ReceivedTransfer) => takePayment(shop.ctx, one.order, transfer, by)
    await expect(take({ amount: 50_000, isWhole: true })).rejects.toMatchObject({ code: 'amount_differs' })
    expect(await take({ amount: 45_800, line: { hash: 'a line', amount: 45_800 } })).toMatchObject({
      payment: null,
    })
    expect(session.status).toBe('open')

    await take({ amount: 45_700 })
    expect(session.status).toBe('expired')
    expect(await settle(shop.ctx, one.order.id)).toMatchObject({ status: 'pending', session_id: null })
    expect(await take({ amount: 100, isWhole: true })).toMatchObject({ order: { status: 'paid' } })
  })

  test('stays one after a declined card, outlives its page, and a card can pay it then', async () => {
    const { shop, placed, later, look } = await place()
    const { id } = placed.order
    await payByCard(shop.ctx, id)
    const session = shop.stripe.sessionOf(id)
    shop.stripe.decline(session)
    expect(await settle(shop.ctx, id)).toMatchObject({ payment_method: 'invoice', payment_intent: null })
    await later(1)
    shop.stripe.expire(session)
    expect(await settle(shop.ctx, id)).toMatchObject({ status: 'pending', session_id: null })
    await payByCard(shop.ctx, id)
    const again = shop.stripe.sessionOf(id)
    shop.stripe.decline(again)
    await settle(shop.ctx, id)
    shop.stripe.pay(again)
    expect(await settle(shop.ctx, id)).toMatchObject({ status: 'paid', payment_method: 'card' })
    expect((await look()).payments).toMatchObject([{ amount: 45_800 }])
  })

  test('is reminded of on its days, once each, and lapses with a note of the whole sum', async () => {
    const { shop, placed, later, look } = await place()
    await readMails(shop.ctx)
    expect(await later(9)).toEqual([])
    expect(await later(10)).toMatchObject([{ subject: 'Reminder: order 2026-000001, due 4 December 2026' }])
    expect(await later(10.1)).toEqual([])
    const [second] = await later(17)
    expect(second?.subject).toBe('Reminder: order 2026-000001, was due 4 December 2026')
    expect(second?.text).toContain('Your transfer is 3 days overdue.')
    expect(second?.text).toContain('It was due on 4 December 2026, 3 days ago.')
    expect(second?.text).toContain('If nothing comes by 20 December 2026, the order lapses')
    expect(await later(29.9)).toEqual([])
    expect(await later(31)).toMatchObject([
      { subject: 'Order 2026-000001 has lapsed', attachments: ['ADJ-000001.pdf'] },
    ])
    expect(await later(400)).toEqual([])
    const order = await look()
    expect(order).toMatchObject({ status: 'expired', outstanding: 0 })
    expect(order.documents[1]).toMatchObject({
      kind: 'adjustment',
      content: {
        total: 45_800,
        tax: 4164,
        after: { total: 0, tax: 0 },
        refunds: false,
        reason: 'The order lapsed unpaid after 20 December 2026.',
      },
    })

    await takeMoney(shop, placed.order.id)
    const late = await look()
    expect(late.status).toBe('paid')
    expect(late.documents.map(({ number }: { number: string }) => number)).toEqual([
      'INV-000001',
      'ADJ-000001',
      'INV-000002',
    ])
    expect(late.documents[2].content).toMatchObject({ paid: { method: 'invoice' }, transfer: null })
    expect(late.documents[2].replaces).toBeUndefined()
    expect(invoiceText(late.documents[2].content).status).toContain(
      'Follows tax invoice INV-000001, which adjustment note ADJ-000001 cancelled on 21 December 2026. Paid',
    )
  })

  test('gets one reminder after a long stop of the site, and lapses then all the same', onBoth, async () => {
    const { shop, later } = await place()
    await readMails(shop.ctx)
    expect(await later(25)).toHaveLength(1)
    expect(await later(200)).toMatchObject([{ subject: 'Order 2026-000001 has lapsed' }])
  })

  test.each([
    ['in time', '2026-12-18', 'Your money came in time, on 18 December 2026, but we learnt of it after'],
    ['too late', '2026-12-23', 'The order had lapsed after 20 December 2026, before your money came'],
  ])(
    'whose money came %s but was read after the lapse says in its mail why it has two invoices',
    async (_when, on, why) => {
      const { shop, placed, later, look } = await place()
      await later(35)
      await takePayment(shop.ctx, placed.order, { on: on as Day }, by)
      const mail = (await readMails(shop.ctx)).find(({ to }) => to === 'ada@example.com')
      expect(mail?.attachments).toEqual(['INV-000002.pdf'])
      const text = mail?.text.replaceAll(/\s+/g, ' ') ?? ''
      expect(text).toContain('Tax invoice INV-000002 is attached. It follows INV-000001.')
      expect(text).toContain(why)
      expect(text).toContain('adjustment note ADJ-000001 had cancelled INV-000001. Keep all three')
      expect((await look()).documents).toHaveLength(3)
    },
  )

  test('whose money came after it was cancelled says so in its mail', async () => {
    const { shop, placed, later } = await place()
    await cancelOrder(shop.ctx, placed.order, by)
    await later(3)
    await takeMoney(shop, placed.order.id)
    const mail = (await readMails(shop.ctx)).find(({ attachments }) => attachments.includes('INV-000002.pdf'))
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('The order was cancelled before your money came')
  })

  test('is followed by one of eight that look at once', onBoth, async () => {
    const { shop, later } = await place()
    await readMails(shop.ctx)
    await later(0)
    const at = new Date(placedAt.getTime() + 31 * day)
    const others = await Promise.all([shop.another({ clock: () => at }), shop.another({ clock: () => at })])
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => followTransfers(others[index % 2]?.ctx ?? shop.ctx)),
    )
    const documents = await shop.ctx.database.db
      .selectFrom('invoices')
      .select('number')
      .orderBy('number')
      .execute()
    expect(documents.map(({ number }) => number)).toEqual(['ADJ-000001', 'INV-000001'])
  })

  test('is cancelled with a note, and neither reminded of nor lapsed afterwards', async () => {
    const { shop, placed, later, look } = await place()
    await readMails(shop.ctx)
    await cancelOrder(shop.ctx, placed.order, by)
    expect((await look()).documents).toMatchObject([{ kind: 'invoice' }, { kind: 'adjustment' }])
    expect(await readMails(shop.ctx)).toMatchObject([
      {
        to: 'ada@example.com',
        subject: 'Order 2026-000001 is cancelled',
        text: expect.stringContaining('Adjustment note ADJ-000001, which cancels the invoice, is attached.'),
        attachments: ['ADJ-000001.pdf'],
      },
    ])
    expect(await later(40)).toEqual([])
  })

  test('is cancelled by who bought it, with a note and a mail, and still paid by money that comes', async () => {
    const { shop, placed, look } = await place()
    await readMails(shop.ctx)
    const cancel = (token: string) =>
      supertest(shop.app)
        .post(apiRoutes.cancelUnpaid(placed.order.id))
        .set('Authorization', `Bearer ${token}`)
    await cancel(`${placed.accessToken.slice(0, -1)}x`).expect(404)
    const { body } = await cancel(placed.accessToken).expect(200)
    expect(body.order).toMatchObject({ status: 'cancelled', outstanding: 0 })
    expect((await cancel(placed.accessToken).expect(409)).body.code).toBe('order_not_cancellable')
    expect(
      (await readMails(shop.ctx)).map(({ to, subject, attachments }) => [to, subject, attachments]),
    ).toEqual([['ada@example.com', 'Order 2026-000001 is cancelled', ['ADJ-000001.pdf']]])
    await takeMoney(shop, placed.order.id)
    expect((await look()).status).toBe('paid')
  })

  test('can be paid by card, and stays the same order and the same invoice', async () => {
    const { shop, placed, look } = await place()
    await readMails(shop.ctx)
    const pay = () =>
      supertest(shop.app)
        .post(apiRoutes.payByCard(placed.order.id))
        .set('Authorization', `Bearer ${placed.accessToken}`)
    const { body } = await pay().expect(200)
    expect((await pay().expect(200)).body).toEqual(body)
    expect(body.payment.action).toBe('redirect')
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    const order = await look()
    expect(order).toMatchObject({ status: 'paid', paymentMethod: 'card' })
    expect(order.documents).toMatchObject([
      { kind: 'invoice', number: 'INV-000001' },
      { kind: 'receipt', content: { paid: { method: 'card' } } },
    ])
    await pay().expect(409)
  })

  test('by card from the start isn’t one that waits for a transfer', async () => {
    const shop = await openShop()
    const placed = await shop.placeCardOrder()
    const refused = await supertest(shop.app)
      .post(apiRoutes.payByCard(placed.order.id))
      .set('Authorization', `Bearer ${placed.accessToken}`)
      .expect(409)
    expect(refused.body.code).toBe('order_not_payable')
    expect((await shop.orderOf(placed)).body).toMatchObject({ dueAt: null, steps: [], documents: [] })
  })

  test('of a seller who charges no tax has an invoice without any', async () => {
    const library = await sharedLibrary()
    const { pricing, site } = library.typed
    const { abn: _abn, ...company } = site.company
    const typed = { ...library.typed, pricing: { ...pricing, tax: null }, site: { ...site, company } }
    const shop = await openShop({ library: { ...library, typed } })
    const { body } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    expect(body.order).toMatchObject({ total: 45_800, tax: 0, taxRule: null })
    expect(body.order.documents[0].content).toMatchObject({
      taxed: false,
      taxKind: null,
      seller: { number: null },
      lines: [{ tax: 0 }],
    })
    const anonymous = { name: '', email: 'ada@example.com', country: 'AU' }
    const large = { items: [{ sku: 'facility', qty: 2 }], expectedTotal: 138_000, customer: anonymous }
    // Only tax invoices must identify the buyer, so a name suffices.
    expect((await shop.checkOut(large).expect(422)).body.code).toBe('validation_failed')
  })

  test('of a seller in New Zealand has 15 % for buyers there, and none for others', async () => {
    const library = await sharedLibrary()
    const tax = { name: 'GST', rate: [15, 100] as [number, number], included: true as const, country: 'NZ' }
    const typed = { ...library.typed, pricing: { ...library.typed.pricing, tax } }
    const shop = await openShop({ library: { ...library, typed } })
    const customer = { name: 'Ada Byron', email: 'ada@example.com', country: 'NZ' }
    const { body } = await shop.checkOut({ paymentMethod: 'invoice', customer }).expect(201)
    expect(body.order).toMatchObject({ total: 45_800, tax: 5974 })
    expect(body.order.documents[0].content).toMatchObject({
      taxed: true,
      taxKind: { name: 'GST', percent: '15%', country: 'New Zealand' },
    })
    const { body: abroad } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    expect(abroad.order).toMatchObject({ total: 45_800, tax: 0, taxRule: null })
  })

  test('of a seller without tax says no reverse charge to a business of its own land', async () => {
    const library = await sharedLibrary()
    const { site, pricing } = library.typed
    const company = { ...site.company, country: 'DE' as const }
    const typed = { ...library.typed, site: { ...site, company }, pricing: { ...pricing, tax: null } }
    const shop = await openShop({ library: { ...library, typed } })
    const customer = { name: 'Jo Müller', email: 'ada@example.com', country: 'DE', vatId: 'DE123456789' }
    const { body } = await shop.checkOut({ paymentMethod: 'invoice', customer }).expect(201)
    expect(body.order.documents[0].content).toMatchObject({ taxed: false, reverseCharge: false })
  })

  test('has an e-invoice of each document, mailed only to a system that takes it', async () => {
    const shop = await openShop(await deskOptions())
    const place = async (change: object) =>
      (await shop.checkOut({ paymentMethod: 'invoice', purchaseOrder: 'PO-1', ...change }).expect(201)).body
    const placed = await place({ eInvoice: true })
    await place({})
    const { id } = placed.order
    const attached = (await readMails(shop.ctx)).flatMap(({ attachments }) => attachments)
    expect(attached).toEqual(['INV-000001.pdf', 'INV-000001.xml', 'INV-000002.pdf'])
    expect(placed.order).toMatchObject({
      eInvoice: true,
      documents: [{ eInvoiceUrl: apiRoutes.eInvoice(id, 'INV-000001') }],
    })
    const fetchAs = (path: string) =>
      supertest(shop.app).get(path).auth(placed.accessToken, { type: 'bearer' })
    const answer = await fetchAs(apiRoutes.eInvoice(id, 'INV-000001')).expect(200)
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/xml/),
      'content-disposition': 'attachment; filename="INV-000001.xml"',
    })
    expect(answer.text).toContain('<cac:OrderReference><cbc:ID>PO-1</cbc:ID>')
    await supertest(shop.app).get(apiRoutes.eInvoice(id, 'INV-000001')).expect(404)
    expect((await fetchAs(apiRoutes.eInvoice(id, 'INV-000002')).expect(404)).body.code).toBe(
      'document_not_found',
    )
    await takeMoney(shop, id)
    const { documents } = (await shop.orderOf(placed).expect(200)).body
    expect(documents.at(-1)).toMatchObject({ kind: 'receipt', eInvoiceUrl: null })
    await fetchAs(apiRoutes.eInvoice(id, documents.at(-1).number)).expect(404)
    const desk = await deskAs(shop, 'books')
    const { text } = await desk.get(deskApiRoutes.eInvoice(id, 'INV-000001')).expect(200)
    expect(text).toBe(answer.text)
    const { body: shown } = await desk.get(deskApiRoutes.order(id)).expect(200)
    expect(shown.documents.map(({ eInvoiceUrl }: { eInvoiceUrl: string | null }) => eInvoiceUrl)).toEqual([
      deskApiRoutes.eInvoice(id, 'INV-000001'),
      null,
    ])
  })

  test('with an address keeps it on its documents, whatever is corrected later', async () => {
    const address = {
      addressLine1: ' 1 Quay Street ',
      addressLine2: 'Level 2',
      city: 'Sydney',
      state: 'NSW',
      postcode: '02-000 free text',
    }
    const customer = { name: 'Jo Müller', email: 'ada@example.com', country: 'AU', ...address }
    const shop = await openShop(await deskOptions())
    const { body: placed } = await shop.checkOut({ paymentMethod: 'invoice', customer }).expect(201)
    const { id } = placed.order
    expect(placed.order.customer).toEqual({ ...customer, addressLine1: '1 Quay Street' })
    const lines = ['1 Quay Street', 'Level 2']
    const stored = { lines, city: 'Sydney', state: 'NSW', postcode: '02-000 free text' }
    expect(placed.order.documents[0].content).toMatchObject({
      seller: { address: { lines: ['1 Example Street'], city: 'Sydney' }, countryCode: 'AU' },
      buyer: { address: stored, country: 'Australia', countryCode: 'AU' },
    })
    const desk = await deskAs(shop, 'owner')
    const correct = (body: object) =>
      desk.post(`${deskApiRoutes.order(id)}/buyer`, { name: 'Jo Müller', ...body }).expect(200)
    await correct({ purchaseOrder: 'PO-1' })
    await correct({ addressLine1: '2 Quay Street', addressLine2: '' })
    await correct({ addressLine1: '', city: '', state: '', postcode: '' })
    const { body } = await shop.orderOf(placed).expect(200)
    expect(body.documents.map(({ content }: { content: InvoiceContent }) => content.buyer.address)).toEqual([
      stored,
      stored,
      { ...stored, lines: ['2 Quay Street'] },
      null,
    ])
    expect(body.customer).toEqual({ name: 'Jo Müller', email: 'ada@example.com', country: 'AU' })
    const again = await shop.checkOut({
      paymentMethod: 'invoice',
      customer: { ...customer, city: 'x'.repeat(101) },
    })
    expect(again.body.errors).toMatchObject([{ pointer: '/customer/city' }])
    const { text } = await desk.get(`${deskApiRoutes.booksCsv}?kind=documents`).expect(200)
    const [first] = parse(text, { columns: true }) as Record<string, string>[]
    expect(first?.address).toBe('')
    expect((await desk.get(deskApiRoutes.ordersCsv).expect(200)).text).toContain(',address,')
  })

  test('of a business in another land of the EU says reverse charge', async () => {
    const customer = { name: 'Jo Müller', email: 'ada@example.com', country: 'DE', vatId: 'de 123 456 789' }
    const { placed } = await place({ customer })
    expect(placed.order).toMatchObject({ tax: 0, taxRule: null, customer: { vatId: 'DE123456789' } })
    expect(placed.order.documents[0].content).toMatchObject({
      taxed: false,
      reverseCharge: true,
      buyer: { vatId: 'DE123456789' },
    })
    const shop = await openShop()
    for (const wrong of [
      { ...customer, vatId: 'FR12345678901' },
      { ...customer, country: 'AU', vatId: 'DE123456789' },
    ]) {
      const refused = await shop.checkOut({ paymentMethod: 'invoice', customer: wrong }).expect(422)
      expect(refused.body.errors).toMatchObject([{ pointer: '/customer/vatId' }])
    }
  })
})
