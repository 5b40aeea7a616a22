import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { Reader } from '#shared/desk/describe-waiting.ts'
import { listTasks } from '#shared/desk/list-tasks.ts'
import type { Finding } from '#shared/desk/overview-answers.ts'
import type { DeskRole } from '#shared/desk/roles.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { storeMessage } from '../../people/contact/store-message.ts'
import { recordBackup } from '../../runtime/backups/last-backup.ts'
import { written } from '../../runtime/db/rows/buyer.ts'
import { lapseOrder } from '../../shop/orders/close-order.ts'
import { followTransfers } from '../../shop/orders/follow-transfers.ts'
import { settle } from '../../shop/orders/settle.ts'
import { anyOrder, anyOrderLine } from '../../testing/support/any-order.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { deskAs, deskOptions } from '../../testing/support/desk.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { plansOf } from '../../testing/support/query-plans.ts'
import { cartBody, newKey, useShops } from '../../testing/support/shop.ts'
import { createTestApp } from '../../testing/support/test-app.ts'
import { findInContentDir } from '../findings/in-files.ts'
import { readFirstInLine } from './first-in-line.ts'

test('what waits longest is found without a walk through all orders', async () => {
  const library = { typed: { site: { company: { timeZone: 'Australia/Sydney' } } } }
  const clock = () => new Date('2026-11-22T02:00:00Z')
  const plans = await plansOf((reader) =>
    readFirstInLine({ database: { reader }, library, clock } as never, { role: 'owner', scopes: null }),
  )
  expect(plans.length).toBeGreaterThan(6)
  for (const { text, steps } of plans) expect(steps.join(), text).not.toContain('orders_listed')
})

describeOnEitherEngine('the overview of the desk', (databases) => {
  const openShop = useShops(databases)

  test('tells what waits and how sales go, by the company’s days, sums to those who may see them', async () => {
    const clock = { now: Date.parse('2026-09-10T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const owner = await deskAs(shop, 'owner')
    async function sell() {
      const placed = await shop.placeCardOrder()
      shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
      await settle(shop.ctx, placed.order.id)
      return (await shop.orderOf(placed).expect(200)).body
    }
    await sell()
    // The 21st in UTC, and the 22nd in Sydney.
    clock.now = Date.parse('2026-11-21T20:00:00Z')
    const { number, lines } = await sell()
    await supertest(shop.app)
      .post(apiRoutes.activation)
      .send({ licenceKey: lines[0].licences[0].key, machine: { id: 'machine-1234' }, appVersion: '2.3.0' })
    await owner
      .post(`${deskApiRoutes.orders}/${number}/refunds`, { amount: 22_900, confirm: number })
      .expect(200)
    await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    const { body: partly } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    const payment = { amount: 800, date: '2026-11-22' }
    await owner.post(deskApiRoutes.payments(partly.order.id), payment).expect(201)

    const { body } = await owner.get(`${deskApiRoutes.overview}?days=30`).expect(200)
    expect(body).toMatchObject({
      awaiting: { orders: 2, sum: 2 * 45_800 - 800, oldest: '2026-11-21T20:00:00.000Z' },
      review: 0,
      disputed: 0,
      mails: { dead: 0, queued: expect.any(Number) },
      messages: { unanswered: 0, oldest: null },
      versions: [{ appVersion: '2.3.0', machines: 1 }],
      before: { orders: 0, total: 0 },
      yearBefore: { orders: 0, total: 0 },
      // By documents, as the months are.
      plans: [{ sku: 'studio', change: null, name: 'Studio', licences: 8, total: 4 * 45_800 - 22_900 }],
      unpaid: { days: 2 * 45_800 - 800, months: 2 * 45_800 - 800 },
      cameIn: { today: 45_800 + 800, days: 45_800 + 800 },
    })
    expect(body.sales).toHaveLength(30)
    expect(body.sales.at(-1)).toEqual({
      day: '2026-11-22',
      // Unpaid orders are invoiced too.
      orders: 3,
      total: 3 * 45_800 - 22_900,
      refunded: 22_900,
      tax: 3 * 4164 - 2082,
    })
    expect(body.months.map(({ month }: { month: string }) => month)).toEqual([
      '2025-12',
      ...Array.from({ length: 11 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`),
    ])
    const sold = { total: 3 * 45_800 - 22_900, refunded: 22_900, tax: 3 * 4164 - 2082 }
    expect(body.months.at(-1)).toMatchObject({ ...sold, before: 0 })
    expect(body.months.at(-3)).toMatchObject({ month: '2026-09', orders: 1, total: 45_800, tax: 4164 })
    const waiting = { buyer: 'Ada Byron', dueAt: expect.stringMatching(/^2026-12-/), remindedOn: null }
    expect(body.first.awaiting).toMatchObject([waiting, waiting])
    const sums: number[] = body.first.awaiting.map(({ sum }: { sum: number }) => sum)
    expect(sums.toSorted()).toEqual([45_000, 45_800])
    expect(body.things).toBe(3)
    expect(body.doctor).toContainEqual(expect.objectContaining({ where: 'SMTP_URL' }))
    const wide = (await owner.get(`${deskApiRoutes.overview}?days=45`).expect(200)).body
    expect(wide.before).toMatchObject({ orders: 1, total: 45_800 })

    const { body: support } = await (await deskAs(shop, 'support')).get(deskApiRoutes.overview).expect(200)
    expect(support.first.awaiting).toMatchObject([{ sum: null }, { sum: null }])
    expect(support).toMatchObject({
      things: 0,
      awaiting: { orders: 2, sum: null },
      sales: null,
      months: null,
      owed: null,
      plans: null,
      unpaid: null,
      cameIn: null,
      doctor: [],
    })
    expect(JSON.stringify(support)).not.toMatch(/45800|91600|46600/)

    clock.now = Date.parse('2027-11-22T02:00:00Z')
    const later = (await (await deskAs(shop, 'owner')).get(deskApiRoutes.overview).expect(200)).body
    expect(later).toMatchObject({ yearBefore: sold, cameIn: { today: 0, days: 0 }, unpaid: { days: 0 } })
    expect(later.months.at(-1)).toMatchObject({ total: 0, before: sold.total })
  })

  test.each(['2028-02-28', '2028-02-29', '2028-03-01'])(
    'compares the days until %s with those of the year before, its 28 February too',
    async (today) => {
      const clock = { now: new Date('2027-02-28T02:00:00Z') }
      const shop = await openShop(await deskOptions({ clock: () => clock.now }))
      await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
      clock.now = new Date(`${today}T02:00:00Z`)
      const { body } = await (await deskAs(shop, 'owner')).get(deskApiRoutes.overview).expect(200)
      expect(body.yearBefore).toMatchObject({ orders: 1 })
    },
  )

  test('sums more cents than 32 bits hold', onBoth, async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const total = 2_000_000_000
    const { bankTransfer, company } = shop.ctx.library.typed.site
    const transfer_terms = JSON.stringify({ ...bankTransfer, timeZone: company.timeZone })
    for (const id of ['ord_1', 'ord_2']) {
      const issued_at = shop.ctx.clock().toISOString()
      const awaited = {
        id,
        number: id,
        total,
        status: 'pending' as const,
        payment_method: 'invoice' as const,
      }
      await db
        .insertInto('orders')
        .values(written(anyOrder({ ...awaited, transfer_terms, created_at: issued_at })))
        .execute()
      await db
        .insertInto('order_lines')
        .values(anyOrderLine({ id, order_id: id, amount: total }))
        .execute()
      const untaxed = { taxed: 0, tax_share: null, tax_net: null, round: 0, correction: 0, replaces: null }
      const document = { id, order_id: id, kind: 'invoice', number: id, total, tax: 0, refunded: 0 } as const
      await db
        .insertInto('invoices')
        .values({ ...document, issued_at, content: '{}', pdf: new Uint8Array(), ...untaxed })
        .execute()
      const money = { id, order_id: id, dedupe_key: id, amount: total, currency: 'AUD', reference: null }
      await db
        .insertInto('payments')
        .values({ ...money, source: 'card', who: '', received_at: issued_at, created_at: issued_at })
        .execute()
    }
    const { body } = await (await deskAs(shop, 'owner')).get(deskApiRoutes.overview).expect(200)
    expect(body.plans).toMatchObject([{ total: 2 * total }])
    expect(body).toMatchObject({ unpaid: { days: 2 * total }, cameIn: { today: 2 * total } })
    expect(body.awaiting.sum).toBe(2 * total)
  })

  test('says when the reminder went, also after a stop of the site', async () => {
    const clock = { now: new Date('2026-11-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => clock.now }))
    await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    clock.now = new Date('2026-12-17T02:00:00Z')
    await followTransfers(shop.ctx)
    const { body } = await (await deskAs(shop, 'owner')).get(deskApiRoutes.overview).expect(200)
    expect(body.first.awaiting).toMatchObject([{ remindedOn: '2026-12-17' }])
  })

  test('shows a card order whose debit a bank refused, and says so of a transfer’s', async () => {
    const shop = await openShop(await deskOptions())
    const card = await shop.placeCardOrder()
    const { body: transfer } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    await supertest(shop.app)
      .post(apiRoutes.payByCard(transfer.order.id))
      .set('Authorization', `Bearer ${transfer.accessToken}`)
      .expect(200)
    const ids = [card.order.id, transfer.order.id]
    const seen = async () => {
      for (const id of ids) await settle(shop.ctx, id)
      const { body } = await (await deskAs(shop, 'owner')).get(deskApiRoutes.overview).expect(200)
      return [body.awaiting.orders, body.first.awaiting.map(({ payment }: { payment: string }) => payment)]
    }
    for (const id of ids) shop.stripe.process(shop.stripe.sessionOf(id))
    expect(await seen()).toEqual([1, ['processing']])
    for (const id of ids) shop.stripe.failLater(shop.stripe.sessionOf(id))
    expect(await seen()).toEqual([2, ['failed', 'failed']])
  })

  test('lists the credit of buyers until it is paid back', async () => {
    const shop = await openShop(await deskOptions())
    const owner = await deskAs(shop, 'owner')
    const today = shop.today()
    const owed = async () => (await owner.get(deskApiRoutes.overview).expect(200)).body.owed
    const numbers: string[] = []
    for (const amount of [45_800, 45_801, 50_000]) {
      const { order } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body
      numbers.push(order.number)
      await owner.post(deskApiRoutes.payments(order.id), { amount, date: today }).expect(201)
    }
    const first = [
      { number: numbers[2], buyer: 'Ada Byron', credit: 4200 },
      { number: numbers[1], buyer: 'Ada Byron', credit: 1 },
    ]
    expect(await owed()).toEqual({ orders: 2, sum: 4201, first })
    await owner
      .post(`${deskApiRoutes.orders}/${numbers[2]}/refunds`, { credit: true, confirm: numbers[2] })
      .expect(200)
    expect(await owed()).toEqual({ orders: 1, sum: 1, first: first.slice(1) })
    for (const [role, things] of [
      ['books', 1],
      ['support', 0],
    ] as const) {
      const desk = await deskAs(shop, role)
      expect((await desk.get(deskApiRoutes.overview).expect(200)).body.things).toBe(things)
      expect((await desk.get(deskApiRoutes.me).expect(200)).body.waiting.things).toBe(things)
    }
  })

  test('lists what closed orders hold as credit of buyers, and nothing of open ones', async () => {
    const shop = await openShop(await deskOptions())
    const owner = await deskAs(shop, 'owner')
    const date = shop.today()
    const hold = async (amount: number) => {
      const { order } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body
      await owner.post(deskApiRoutes.payments(order.id), { amount, date }).expect(201)
      return order
    }
    await hold(3000)
    const cancelled = await hold(4000)
    await owner.post(`${deskApiRoutes.order(cancelled.id)}/cancel`).expect(200)
    const { body: expired } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    await lapseOrder(shop.ctx, expired.order.id)
    await owner.post(deskApiRoutes.payments(expired.order.id), { amount: 5000, date }).expect(201)
    const owed = async () => (await owner.get(deskApiRoutes.overview).expect(200)).body.owed
    const first = [
      { number: expired.order.number, buyer: 'Ada Byron', credit: 5000 },
      { number: cancelled.number, buyer: 'Ada Byron', credit: 4000 },
    ]
    expect(await owed()).toEqual({ orders: 2, sum: 9000, first })
    const { number } = expired.order
    await owner.post(deskApiRoutes.refunds(expired.order.id), { credit: true, confirm: number }).expect(200)
    expect(await owed()).toEqual({ orders: 1, sum: 4000, first: first.slice(1) })
  })

  test('drops from the rail of each process the last credit that was paid back', onBoth, async () => {
    const shop = await openShop(await deskOptions())
    const [owner, elsewhere] = [await deskAs(shop, 'owner'), await deskAs(await shop.another(), 'owner')]
    const { order } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body
    const payment = { amount: order.total + 100, date: shop.today() }
    await owner.post(deskApiRoutes.payments(order.id), payment).expect(201)
    const rails = () =>
      Promise.all(
        [owner, elsewhere].map(
          async (desk) => (await desk.get(deskApiRoutes.me).expect(200)).body.waiting.things,
        ),
      )
    const before = await rails()
    await owner.post(deskApiRoutes.refunds(order.id), { credit: true, confirm: order.number }).expect(200)
    const after = await rails()
    expect(after).toEqual(before.map((things: number) => things - 1))
    expect((await owner.get(deskApiRoutes.overview).expect(200)).body.things).toBe(after[0])
  })

  test('names first what waits longest, to those who may read it, and counts the same for the rail', async () => {
    const clock = { now: Date.parse('2026-09-01T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const { db } = shop.ctx.database
    const numbers: string[] = []
    for (let count = 0; count < 7; count += 1) {
      clock.now += 86_400_000
      numbers.push((await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order.number)
      const message = {
        name: 'Ada',
        email: 'ada@example.com',
        topic: 'sales',
        message: `\nNo. ${count}`,
      } as const
      const storing = { site: shop.ctx.library.typed.site, now: new Date(clock.now), random: shop.ctx.random }
      await storeMessage(db, { message, verified: true, quarantined: false }, storing)
    }
    // Nobody at the desk can hurry a card.
    await shop.placeCardOrder()
    await db.updateTable('mails').set({ status: 'dead' }).where('kind', '=', 'order_received').execute()
    const ask = async (role: DeskRole) => {
      const desk = await deskAs(shop, role)
      const { body } = await desk.get(deskApiRoutes.overview).expect(200)
      const { body: me } = await desk.get(deskApiRoutes.me).expect(200)
      expect(me.waiting.things).toBe(body.things)
      return { ...body, rail: me.waiting }
    }

    const owner = await ask('owner')
    expect(owner.first.awaiting.map(({ number }: { number: string }) => number)).toEqual(numbers.slice(0, 5))
    expect(owner.first.mails[0]).toMatchObject({ orderNumber: numbers[0], recipient: 'ada@example.com' })
    expect(owner.first.messages[0]).toMatchObject({ name: 'Ada', says: 'No. 0' })
    expect(owner.rail).toMatchObject({ messages: 7, mails: 7 })
    expect(owner.things).toBe(22)
    expect(await ask('support')).toMatchObject({ things: 14, doctor: [] })
    expect(await ask('books')).toMatchObject({ things: 7, first: { mails: [], messages: [] } })

    // A bank asks about orders of any age, each with a deadline.
    for (const [index, number] of numbers.entries()) {
      const dueBy = `2026-10-0${7 - index}T00:00:00.000Z`
      const attention = JSON.stringify({
        kind: 'inquiry',
        id: number,
        reason: 'fraudulent',
        amount: 100,
        dueBy,
      })
      await db.updateTable('orders').set({ attention }).where('number', '=', number).execute()
    }
    const asked = (await ask('owner')).first.attention.map(({ number }: { number: string }) => number)
    expect(asked).toEqual(numbers.toReversed().slice(0, 5))
  })

  test('names quotes about to lapse, accepted ones that nobody paid, and licences about to end', async () => {
    const clock = { now: Date.parse('2026-09-01T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const quote = async () => {
      const { items, customer, verification } = cartBody()
      const post = supertest(shop.app).post(apiRoutes.quotes).set('Idempotency-Key', newKey())
      return (await post.send({ items, customer, verification }).expect(201)).body
    }
    const first = await quote()
    clock.now += 10 * 86_400_000
    await quote()
    clock.now = Date.parse(first.quote.validUntil) - 5 * 86_400_000
    const support = await deskAs(shop, 'support')
    await seedLicence(shop.ctx, { updates_until: new Date(clock.now + 20 * 86_400_000).toISOString() })
    await seedLicence(shop.ctx, { updates_until: new Date(clock.now + 40 * 86_400_000).toISOString() })
    const { body } = await support.get(deskApiRoutes.overview).expect(200)
    expect(body).toMatchObject({
      things: 1,
      lapsing: 1,
      first: { lapsing: [{ number: first.quote.number, buyer: 'Ada Byron', total: null }] },
      renewals: { licences: 1, first: new Date(clock.now + 20 * 86_400_000).toISOString() },
    })
    const reader = { role: 'support', timeZone: 'Australia/Sydney', now: new Date(clock.now).toISOString() }
    const say = { day: String, calendarDay: String, money: String }
    const href = listTasks(body, { ...reader, ...say } as Reader).find(({ key }) => key === 'renewals')?.href
    const query = href?.split('?')[1]
    const { body: list } = await support.get(`${deskApiRoutes.licences}?${query}`).expect(200)
    expect(list.licences).toMatchObject([{ updatesUntil: body.renewals.first }])
    const { text } = await support.get(`${deskApiRoutes.licencesCsv}?${query}`).expect(200)
    expect(text.trim().split('\n')).toHaveLength(2)
    const books = await deskAs(shop, 'books')
    expect((await books.get(deskApiRoutes.overview).expect(200)).body).toMatchObject({
      things: 0,
      lapsing: 0,
      renewals: null,
    })
  })

  test('shows the owner what doctor finds in files, read again after ten minutes', async () => {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const { environment } = await databases.create()
    const contentDir = mkdtempSync(join(tmpdir(), 'content-'))
    cpSync('content', contentDir, { recursive: true })
    const options = await deskOptions({ clock: () => new Date(clock.now) })
    const site = await createTestApp({ ...environment, CONTENT_DIR: contentDir }, options)
    const owner = await deskAs(site, 'owner')
    const findings = async (): Promise<Finding[]> => {
      const { body } = await owner.get(deskApiRoutes.overview).expect(200)
      expect((await owner.get(deskApiRoutes.me).expect(200)).body.waiting.things).toBe(body.things)
      return body.doctor
    }
    const first = await findings()
    expect(first).toEqual(expect.arrayContaining(findInContentDir(site.ctx.config)))
    expect(first.map(({ where }) => where)).toContain('site.yml, product')

    recordBackup(environment.DATA_DIR, { file: '/backups/site.db', createdAt: '2026-11-19T02:00:00.000Z' })
    writeFileSync(join(contentDir, 'site.yml'), 'product: [')
    expect(await findings()).toEqual(first)
    clock.now += 10 * 60_000
    const found = (await findings()).map(({ where, found }) => [where, found])
    expect(found).toContainEqual(['content folder', expect.stringContaining('can’t be read')])
    cpSync('content/site.yml', join(contentDir, 'site.yml'))
    clock.now += 10 * 60_000
    expect((await findings()).map(({ where }) => where)).toContain('backups')
    await site.ctx.close()
  })
})
