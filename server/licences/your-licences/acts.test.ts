import supertest from 'supertest'
import { expect, test } from 'vitest'
import { buyerSchema } from '#shared/licensing/mine-requests.ts'
import type { CheckoutBody } from '#shared/orders/checkout.ts'
import type { Mine } from '#shared/orders/mine.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { licenceActRoute, routes } from '#shared/routes/routes.ts'
import type { Trx } from '../../runtime/db/database.ts'
import { correctBuyerByStaff } from '../../shop/orders/correct-buyer.ts'
import { findOrder } from '../../shop/orders/order-store.ts'
import { refundOrder } from '../../shop/orders/refund-order.ts'
import { settle } from '../../shop/orders/settle.ts'
import { markPaid } from '../../shop/orders/take-payment.ts'
import { type Customer, signIn } from '../../testing/support/customer.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { parse } from '../../web/http/parse.ts'
import { api } from '../../web/openapi/document.ts'
import { optOut } from '../reminders/opt-out.ts'
import { correctBuyer } from './acts/own-order.ts'

const mine = apiRoutes.licencesMine
const ada = 'ada@example.com'
const name = 'Ada Byron'

const by = { who: 'command line' }

describeOnEitherEngine('on the page of an address’s licences', (databases) => {
  const openShop = useShops(databases)

  async function setup(change: Partial<CheckoutBody> = {}) {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop({ clock: () => new Date(clock.now) })
    const placed = await shop.placeCardOrder(change)
    if (change.paymentMethod !== 'invoice') {
      shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
      await settle(shop.ctx, placed.order.id)
    }
    const customer = await signIn(shop, ada)
    return { shop, clock, placed, customer, ...(await look(customer)) }
  }

  async function look(customer: Customer): Promise<{ all: Mine }> {
    const { body } = await customer.get(mine).expect(200)
    return { all: body }
  }

  const activate = ({ app }: TestShop, licenceKey: string, machine = 'machine-1234') =>
    supertest(app)
      .post(apiRoutes.activation)
      .send({ licenceKey, machine: { id: machine, name: machine } })

  async function audited({ ctx }: TestShop): Promise<string[]> {
    const rows = await ctx.database.db.selectFrom('audit_entries').select('act').orderBy('at').execute()
    return rows.map(({ act }) => act)
  }

  test('everything is there: orders, documents, keys and machines', async () => {
    const { shop, all, placed, customer } = await setup()
    const [licence] = all.licences
    await activate(shop, String(licence?.key)).expect(201)
    const { all: now } = await look(customer)
    expect(now).toMatchObject({ email: ada, sessionEndsAt: '2026-11-22T03:00:00.000Z' })
    expect(now.orders).toHaveLength(1)
    expect(now.orders[0]).toMatchObject({ id: placed.order.id, status: 'paid', correctionsLeft: 3 })
    expect(now.licences).toHaveLength(2)
    expect(now.licences.map(({ orderNumber }) => orderNumber)).toEqual(Array(2).fill(placed.order.number))
    const machines = now.licences.flatMap((each) => each.machines)
    expect(machines).toMatchObject([{ name: 'machine-1234' }])
    expect(now.licences[0]?.newestCovered).not.toBeNull()
    await customer.get(apiRoutes.invoice(placed.order.id)).expect(200)
  })

  test('a token is made and ended, and its owner is told', async () => {
    const { shop, clock, all, customer } = await setup()
    const { id = '', key = '' } = all.licences[0] ?? {}
    const wanted = { seats: 2, lastDay: '2027-06-30' }
    const { body: made } = await customer.post(`${mine}/licences/${id}/enrol`, wanted).expect(201)
    expect(made).toMatchObject({ seats: { limit: 2, used: 0 }, lastDay: '2027-06-30' })
    await activate(shop, made.token).expect(201)
    const own = (await look(customer)).all.licences.find((each) => each.id === id)
    expect(own).toMatchObject({
      key,
      entitlements: [],
      enrolments: [{ token: made.token, seats: { used: 1 } }],
    })
    clock.now += 1000
    const end = () => customer.post(`${mine}/licences/${id}/end-enrolment`, { enrolmentId: made.id })
    await end().expect(200)
    expect((await end().expect(404)).body.code).toBe('enrolment_not_found')
    const told = (await readMails(shop.ctx)).filter(({ subject }) => subject.startsWith('A token'))
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      [ada, 'A token was made for your Studio licence'],
      [ada, 'A token of your Studio licence has ended'],
    ])
    expect(JSON.stringify(told)).not.toContain(made.token)
    expect(await audited(shop)).toEqual(['licence.enrolment_made', 'licence.enrolment_ended'])
  })

  test('a machine is deactivated once, and its owner is told', onBoth, async () => {
    const { shop, all, customer } = await setup()
    const { id = '', key = '' } = all.licences[0] ?? {}
    await activate(shop, key).expect(201)
    const activationId = (await look(customer)).all.licences.find((each) => each.id === id)?.machines[0]?.id
    const release = () => customer.post(`${mine}/licences/${id}/release`, { activationId })
    await release().expect(200, { seats: { limit: 3, used: 0, remaining: 3 } })
    await release().expect(200)
    const mails = await readMails(shop.ctx)
    expect(mails.map(({ to, subject }) => [to, subject])).toContainEqual([
      ada,
      'A machine was deactivated on your Studio licence',
    ])
    expect(mails.filter(({ subject }) => subject.startsWith('A machine'))).toHaveLength(1)
    expect(await audited(shop)).toEqual(['licence.machine_released'])
    const other = { activationId: 'act_none' }
    expect((await customer.post(`${mine}/licences/${id}/release`, other).expect(404)).body.code).toBe(
      'activation_not_found',
    )
  })

  test('a leaked key is replaced once a day; machines keep their seats', onBoth, async () => {
    const { shop, all, customer, clock } = await setup()
    const { id = '', key = '' } = all.licences[0] ?? {}
    await activate(shop, key).expect(201)
    const { body } = await customer.post(`${mine}/licences/${id}/replace-key`).expect(200)
    expect(body.key).not.toBe(key)
    const refused = await activate(shop, key).expect(403)
    expect(refused.body.code).toBe('licence_key_replaced')
    const verdict = await supertest(shop.app)
      .post(apiRoutes.validation)
      .send({ licenceKey: key, machineId: 'machine-1234' })
      .expect(200)
    expect(verdict.body).toMatchObject({ valid: false, code: 'licence_key_replaced' })
    const again = await activate(shop, body.key).expect(200)
    expect(again.body).toMatchObject({ created: false, licence: { seats: { used: 1 } } })

    const twice = await customer.post(`${mine}/licences/${id}/replace-key`).expect(429)
    expect([twice.body.code, Number(twice.get('retry-after')) > 0]).toEqual(['key_replaced_today', true])
    const page = await sendForm(shop, customer, { act: 'replace-key', id })
    expect(page).toContain('The key was replaced today.')
    expect(page).toContain(body.key)
    const mail = (await readMails(shop.ctx)).find(({ subject }) => subject.includes('new key'))
    expect(mail).toMatchObject({ to: ada })
    expect(mail?.text).toContain(body.key)
    const stored = await shop.ctx.database.db.selectFrom('mails').select('params').execute()
    const trail = await shop.ctx.database.db.selectFrom('audit_entries').selectAll().execute()
    for (const secret of [key, body.key]) expect(JSON.stringify([stored, trail])).not.toContain(secret)

    clock.now += 24 * 3_600_000
    const later = await signIn(shop, ada)
    await later.post(`${mine}/licences/${id}/replace-key`).expect(200)
    expect((await activate(shop, body.key).expect(403)).body.code).toBe('licence_key_replaced')
  })

  test('five moves an hour can be started, and the refusal says when the first is an hour old', async () => {
    const { shop, all, customer, clock } = await setup()
    const { id = '' } = all.licences[0] ?? {}
    const start = (number: number) =>
      customer.post(`${mine}/licences/${id}/move`, { email: `new-${number}@example.com` })
    for (let number = 1; number <= 5; number++) {
      await start(number).expect(202)
      clock.now += 5 * 60_000
    }
    const { headers, body } = await start(6).expect(429)
    expect([body.code, headers['retry-after']]).toEqual(['rate_limited', String(35 * 60)])
    expect(headers['ratelimit-policy']).toContain('"moves";q=5;w=3600')
    clock.now += 35 * 60_000
    const later = await signIn(shop, ada)
    await later.post(`${mine}/licences/${id}/move`, { email: 'new@example.com' }).expect(202)
  })

  test('a licence that is off can be neither changed nor moved', async () => {
    const { shop, all, customer } = await setup()
    const { id = '' } = all.licences[0] ?? {}
    const off = { status: 'suspended', suspended_by: 'dispute' } as const
    await shop.ctx.database.db.updateTable('licences').set(off).where('id', '=', id).execute()
    for (const [act, body] of [
      ['replace-key', {}],
      ['move', { email: 'new@example.com' }],
    ] as const) {
      const { body: problem } = await customer.post(`${mine}/licences/${id}/${act}`, body).expect(403)
      expect(problem.code).toBe('licence_suspended')
      expect(api[`${mine}/licences/:id/${act}`]?.post?.errors).toContain(problem.code)
    }
    expect(await audited(shop)).toEqual([])
  })

  test('the buyer of an invoice is corrected three times, within 12 months', async () => {
    const { shop, placed, customer, clock } = await setup()
    const { id } = placed.order
    const correct = (body: object) => customer.post(`${mine}/orders/${id}/buyer`, body)
    const old = await customer.get(apiRoutes.invoice(id)).buffer(true).expect(200)
    const wanted = {
      name,
      companyName: 'Harbour Street Studio',
      abn: '51 824 753 556',
      purchaseOrder: '4471',
    }
    const first = (await correct(wanted).expect(200)).body.document
    expect(first).toMatchObject({ number: 'INV-000002', replaces: 'INV-000001' })
    expect((await correct(wanted).expect(200)).body.document).toEqual(first)

    const before = await customer.get(apiRoutes.document(id, 'INV-000001')).buffer(true).expect(200)
    expect(Buffer.compare(before.body, old.body)).toBe(0)
    const current = await customer.get(apiRoutes.invoice(id)).buffer(true).expect(200)
    expect(current.get('content-disposition')).toContain('INV-000002.pdf')
    const { body: order } = await customer.get(apiRoutes.order(id)).expect(200)
    expect(order.invoice.number).toBe('INV-000002')
    expect(
      order.documents.map(
        (each: { content: { number: string; total: number }; replacedBy: string | null }) => [
          each.content.number,
          each.content.total,
          each.replacedBy,
        ],
      ),
    ).toEqual([
      ['INV-000001', 45_800, 'INV-000002'],
      ['INV-000002', 45_800, null],
    ])
    expect(order.documents[1].content).toMatchObject({
      replaces: { number: 'INV-000001', date: '2026-11-22' },
      buyer: { companyName: 'Harbour Street Studio', abn: '51 824 753 556' },
      purchaseOrder: '4471',
    })
    const mail = (await readMails(shop.ctx)).find(({ subject }) => subject.startsWith('Invoice'))
    expect(mail).toMatchObject({ to: ada, attachments: ['INV-000002.pdf'] })

    const wrong = await correct({ name: '', abn: '00 000 000 001' }).expect(422)
    expect(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/name', '/abn'])
    const latest = async () => {
      const { documents } = (await customer.get(apiRoutes.order(id)).expect(200)).body
      const { buyer, purchaseOrder } = documents.at(-1).content
      return [buyer.name, buyer.companyName, buyer.abn, purchaseOrder]
    }
    await correct({ name: 'Two' }).expect(200)
    expect(await latest()).toEqual(['Two', 'Harbour Street Studio', '51 824 753 556', '4471'])
    await correct({ name: 'Three', companyName: null, abn: '', purchaseOrder: null }).expect(200)
    expect(await latest()).toEqual(['Three', null, null, null])
    expect((await correct({ name: 'Four' }).expect(409)).body.code).toBe('corrected_too_often')

    const row = await findOrder(shop.ctx.database.db, id)
    if (row) await refundOrder(shop.ctx, row, { amount: 8900 }, by)
    const { body: refunded } = await customer.get(apiRoutes.order(id)).expect(200)
    expect(refunded.documents.at(-1).content).toMatchObject({
      kind: 'adjustment_note',
      invoice: { number: 'INV-000004' },
    })
    clock.now += 366 * 24 * 3_600_000
    expect((await look(await signIn(shop, ada))).all.orders[0]?.correctionsLeft).toBe(0)
  })

  test('an order that gets another address meanwhile is corrected no more', onBoth, async () => {
    const { shop, placed } = await setup()
    const { id } = placed.order
    const { ctx } = shop
    const correct = (context: TestShop['ctx']) =>
      correctBuyer(context, ada, id, parse(buyerSchema, { name: 'Ada King' }))
    await correct(ctx)
    const { db } = ctx.database
    const hook = {
      selectFrom: db.selectFrom.bind(db),
      transaction: () => ({
        async execute(act: (trx: Trx) => Promise<unknown>) {
          await correctBuyerByStaff(
            ctx,
            { id },
            { ...parse(buyerSchema, { name }), email: 'grace@example.com' },
            by,
          )
          return db.transaction().execute(act)
        },
      }),
    }
    const late = { ...ctx, database: { ...ctx.database, db: hook as unknown as typeof db } }
    await expect(correct(late)).rejects.toMatchObject({ code: 'order_not_found' })
    expect(await findOrder(db, id)).toMatchObject({
      customer_name: name,
      customer_email: 'grace@example.com',
    })
  })

  test('the NZBN of a buyer in New Zealand is added, kept and taken away, and the e-invoice follows', async () => {
    const { placed, customer } = await setup({ customer: { name, email: ada, country: 'NZ' } })
    const { id } = placed.order
    expect((await customer.get(licenceActRoute('buyer', id)).expect(200)).text).toContain('name="nzbn"')
    const correct = (body: object) => customer.post(`${mine}/orders/${id}/buyer`, { name, ...body })
    const wrong = await correct({ nzbn: '9429030620002' }).expect(422)
    expect(wrong.body.errors).toMatchObject([{ pointer: '/nzbn' }])
    const named = async () => {
      const { documents } = (await customer.get(apiRoutes.order(id)).expect(200)).body
      const { content, eInvoiceUrl } = documents.at(-1)
      const { text } = await customer.get(eInvoiceUrl).buffer(true).expect(200)
      return [content.buyer.nzbn, /<cbc:CustomizationID>(.*?)</.exec(text)?.[1]]
    }
    const plain = 'urn:cen.eu:en16931:2017'
    const pint = 'urn:peppol:pint:billing-1@aunz-1'
    expect(await named()).toEqual([null, plain])
    await correct({ nzbn: '9429 0306 20001' }).expect(200)
    expect(await named()).toEqual(['9429030620001', pint])
    await correct({ companyName: null, abn: null, purchaseOrder: '4471' }).expect(200)
    expect(await named()).toEqual(['9429030620001', pint])
    await correct({ nzbn: '' }).expect(200)
    expect(await named()).toEqual([null, plain])
  })

  test('the VAT ID of a buyer abroad is added, kept and taken away, and its invoice follows', async () => {
    const { shop, placed, customer } = await setup({
      customer: { name: 'Jo Müller', email: ada, country: 'DE' },
    })
    const { id } = placed.order
    const form = await customer.get(licenceActRoute('buyer', id)).expect(200)
    expect(form.text).toContain('name="vatId"')
    expect(form.text).not.toContain('name="abn"')
    const correct = (body: object) => customer.post(`${mine}/orders/${id}/buyer`, { name: 'Jo', ...body })
    for (const vatId of ['FR12345678901', 'DE12345678']) {
      expect((await correct({ vatId }).expect(422)).body.errors).toMatchObject([{ pointer: '/vatId' }])
    }
    const named = async () => {
      const { documents } = (await customer.get(apiRoutes.order(id)).expect(200)).body
      const { buyer, reverseCharge, tax } = documents.at(-1).content
      return [buyer.vatId, reverseCharge, tax]
    }
    await correct({ vatId: 'de 123 456 789' }).expect(200)
    expect(await named()).toEqual(['DE123456789', true, 0])
    await correct({ purchaseOrder: '4471' }).expect(200)
    expect(await named()).toEqual(['DE123456789', true, 0])
    await correct({ vatId: '' }).expect(200)
    expect(await named()).toEqual([null, false, 0])
    const entries = await shop.ctx.database.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .execute()
    const vatIdOf = (text: string) => JSON.parse(text).vatId
    expect(entries.map(({ before, after }) => [vatIdOf(before), vatIdOf(after)])).toEqual(
      expect.arrayContaining([
        [undefined, 'DE123456789'],
        ['DE123456789', undefined],
      ]),
    )
  })

  test('a buyer in Australia has no VAT ID', async () => {
    const { placed, customer } = await setup()
    const body = { name, vatId: 'DE123456789' }
    const refused = await customer.post(`${mine}/orders/${placed.order.id}/buyer`, body).expect(422)
    expect(refused.body.errors).toMatchObject([{ pointer: '/vatId' }])
  })

  test('an invoice that names this buyer already stays, and the page says so', async () => {
    const { shop, placed, customer, all } = await setup()
    const { id } = placed.order
    const { name: typed, companyName = '', abn = '' } = all.orders[0]?.customer ?? {}
    for (const [sent, said] of [
      [{ name: typed }, 'INV-000001 names this buyer already.'],
      [{ name: 'Grace' }, 'INV-000002 replaces INV-000001.'],
      [{ name: 'Grace' }, 'INV-000002 names this buyer already.'],
    ] as const) {
      expect(await sendForm(shop, customer, { act: 'buyer', id, companyName, abn, ...sent })).toContain(said)
    }
    const mails = await readMails(shop.ctx)
    expect(mails.filter(({ subject }) => subject.startsWith('Invoice'))).toHaveLength(1)
    const { body: order } = await shop.orderOf(placed).expect(200)
    expect(order.mails.map(({ kind }: { kind: string }) => kind)).toContain('invoice_corrected')
  })

  test('an order whose bank works on a debit is neither to be paid nor to be cancelled', onBoth, async () => {
    const shop = await openShop()
    const { id } = (await shop.placeCardOrder()).order
    shop.stripe.process(shop.stripe.sessionOf(id))
    await settle(shop.ctx, id)
    const customer = await signIn(shop, ada)
    const { text } = await customer.get(routes.licences).expect(200)
    expect(text).toContain('Your bank is working on the payment')
    expect(text).not.toMatch(/still to pay|To pay|Cancel the order/)
    for (const act of ['pay', 'cancel'] as const) await customer.get(licenceActRoute(act, id)).expect(404)
  })

  test('an act that was sent after the sign-in ended says so', async () => {
    const { app } = await openShop()
    const { headers } = await supertest(app)
      .post(routes.licencesChange)
      .type('form')
      .send({ act: 'release', id: 'lic_1', activationId: 'act_1' })
      .expect(303)
    expect(headers.location).toBe(licenceActRoute('release', 'lic_1', { activationId: 'act_1' }))
    const { text } = await supertest(app).get(String(headers.location)).expect(200)
    expect(text).toContain('You’re signed out.')
  })

  test('an order that waits for a transfer is cancelled, once', onBoth, async () => {
    const { shop, placed, customer } = await setup({ paymentMethod: 'invoice' })
    const cancel = () => customer.post(`${mine}/orders/${placed.order.id}/cancel`)
    expect((await cancel().expect(200)).body.order.status).toBe('cancelled')
    expect((await cancel().expect(409)).body.code).toBe('order_not_cancellable')
    const page = await sendForm(shop, customer, { act: 'cancel', id: placed.order.id })
    expect(page).toContain(`Order ${placed.order.number} is cancelled.`)
    const mails = await readMails(shop.ctx)
    expect(mails.map(({ subject }) => subject)).toContain(`Order ${placed.order.number} is cancelled`)
    expect(await audited(shop)).toEqual(['order.cancelled'])
  })

  test('an order that waits for a transfer is paid by card, and stays the same order', async () => {
    const { shop, placed, customer, clock } = await setup({ paymentMethod: 'invoice' })
    const { id } = placed.order
    const pay = () => customer.post(`${mine}/orders/${id}/pay`)
    const opened = await Promise.all([pay(), pay(), pay()])
    const urls = new Set(opened.map(({ body }) => body.payment.url))
    expect(urls.size).toBe(1)
    expect(shop.stripe.sessionOf(id).status).toBe('open')
    shop.stripe.pay(shop.stripe.sessionOf(id))
    clock.now += 10_000
    const { body: order } = await customer.get(apiRoutes.order(id)).expect(200)
    expect(order).toMatchObject({
      id,
      status: 'paid',
      paymentMethod: 'card',
      invoice: { number: 'INV-000001' },
    })
    expect((await pay().expect(409)).body.code).toBe('order_not_payable')
  })

  test('a card payment that ends without money leaves the order waiting, for either way', async () => {
    const { shop, placed, customer } = await setup({ paymentMethod: 'invoice' })
    const { id } = placed.order
    const pay = () => customer.post(`${mine}/orders/${id}/pay`)
    const { body: first } = await pay().expect(200)
    shop.stripe.expire(shop.stripe.sessionOf(id))
    await settle(shop.ctx, id)
    const { body: order } = await customer.get(apiRoutes.order(id)).expect(200)
    expect(order).toMatchObject({ status: 'pending', paymentMethod: 'invoice', paymentUrl: null })
    const { body: second } = await pay().expect(200)
    expect(second.payment.url).not.toBe(first.payment.url)
    const row = await findOrder(shop.ctx.database.db, id)
    if (row) await markPaid(shop.ctx, row, {}, by)
    expect((await customer.get(apiRoutes.order(id))).body).toMatchObject({
      status: 'paid',
      paymentMethod: 'invoice',
    })
  })

  test('erasure is asked for once a day, and names everything to the owner', async () => {
    const { shop, placed, customer } = await setup()
    await optOut(shop.ctx.database.db, ada, shop.ctx.clock())
    await Promise.all([1, 2, 3].map(() => customer.post(apiRoutes.licencesErasure).expect(202)))
    const mails = await readMails(shop.ctx)
    const asked = mails.filter(({ subject }) => subject.includes('erase'))
    expect(asked.map(({ to }) => to).sort()).toEqual([ada, shop.ctx.library.typed.site.company.email].sort())
    const text = asked.map(({ text }) => text).join()
    expect(text).toContain(placed.order.number)
    expect(text).toContain('Stopped by this address')
    expect(await audited(shop)).toEqual(['erasure.requested'])
  })

  test('an order of the address opens by its session, in any spelling of the address', async () => {
    const shop = await openShop()
    const customerOf = { name, email: 'Ada@Example.com', country: 'AU' } as const
    const placed: PlacedOrder = await shop.placeCardOrder({ customer: customerOf })
    const customer = await signIn(shop, 'ADA@example.COM')
    expect((await look(customer)).all).toMatchObject({
      email: 'Ada@Example.com',
      orders: [{ id: placed.order.id }],
    })
    await customer.get(apiRoutes.order(placed.order.id)).expect(200)
  })
})

/** @returns the page that the form leads to */
async function sendForm({ app }: TestShop, { cookie, get }: Customer, fields: object): Promise<string> {
  const sent = await supertest(app)
    .post(routes.licencesChange)
    .type('form')
    .set('Cookie', cookie)
    .send(fields)
    .expect(303)
  return (await get(sent.get('location') ?? '').expect(200)).text
}
