import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { CustomerList, DeskCustomer, TimelineEntry } from '#shared/desk/customer-answers.ts'
import { customerSorts, fieldOf } from '#shared/desk/sorts.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { storeMessage } from '../../people/contact/store-message.ts'
import { foldedEmail } from '../../runtime/db/folded-text.ts'
import { written } from '../../runtime/db/rows/buyer.ts'
import { momentOf } from '../../runtime/moment.ts'
import { settle } from '../../shop/orders/settle.ts'
import { anyOrder } from '../../testing/support/any-order.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { cookieOf, type DeskClient, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { plansOf } from '../../testing/support/query-plans.ts'
import { cartBody, newKey, useShops } from '../../testing/support/shop.ts'
import { keptOf } from './kept.ts'
import { listCustomersPage } from './list-customers.ts'

const customer = {
  name: 'Ada Byron',
  email: 'Ada@example.com',
  companyName: 'Example School / East',
  country: 'AU',
}

const companyAt = (name: string) => `${deskApiRoutes.company}?${new URLSearchParams({ name })}`

describeOnBothEngines('the room of customers', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    return { shop, clock, desk: await deskAs(shop, 'owner') }
  }

  const read = async (desk: DeskClient, path: string): Promise<DeskCustomer> =>
    (await desk.get(path).expect(200)).body

  test('tells all of an address in one timeline, page by page, and what its role may see', async () => {
    const { shop, clock, desk } = await openDesk()
    const placed = await shop.placeCardOrder({ customer })
    clock.now += 1000
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    clock.now += 1000
    const { expectedTotal: _t, paymentMethod: _m, acceptTerms: _a, ...cart } = cartBody({ customer })
    await supertest(shop.app).post(apiRoutes.quotes).set('Idempotency-Key', newKey()).send(cart).expect(201)
    clock.now += 1000
    await desk.post(deskApiRoutes.quotes, { items: cart.items, customer }).expect(201)
    clock.now += 1000
    const message = {
      name: 'Ada',
      email: 'ada@EXAMPLE.com',
      topic: 'sales',
      message: 'May we pay later?',
    } as const
    const { site } = shop.ctx.library.typed
    const incoming = { message, verified: true, quarantined: false }
    await storeMessage(shop.ctx.database.db, incoming, { site, ...momentOf(shop.ctx) })
    clock.now += 1000
    const path = deskApiRoutes.customer('ada@example.com')
    await desk.post(`${deskApiRoutes.order(placed.order.id)}/note`, { text: 'Pays late.' }).expect(200)
    clock.now += 1000
    await desk.post(`${path}/note`, { text: 'Likes a call.' }).expect(200)

    const whole = await read(desk, path)
    expect(whole).toMatchObject({
      emails: ['ada@example.com'],
      names: ['Ada Byron'],
      companies: ['Example School / East'],
      counts: { orders: 1, quotes: 2 },
      kept: placed.order.total,
      outstanding: 0,
    })
    expect(whole.counts.licences).toBe(whole.licences.length)
    const acts = whole.timeline.map(({ kind, act }) => `${kind} ${act}`)
    expect(acts.slice(0, 2)).toEqual(['customer customer.note', 'order order.note'])
    for (const act of [
      'order order.placed',
      'order order.paid',
      'quote quote.made',
      'licence licence.sold',
      'message message.sent',
    ])
      expect(acts).toContain(act)
    const makers = whole.timeline.filter(({ act }) => act === 'quote.made').map(({ who }) => who)
    expect(makers).toEqual(['alex@example.com', 'customer'])
    expect(acts.filter((act) => act.startsWith('mail ')).length).toBeGreaterThan(0)
    expect(acts.at(-1)).toBe('order order.placed')

    const seen: TimelineEntry[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: DeskCustomer = await read(desk, `${path}?limit=3${next && `&after=${next}`}`)
      expect(page.timeline.length).toBeLessThanOrEqual(3)
      seen.push(...page.timeline)
      next = page.next
    }
    expect(seen).toEqual(whole.timeline)

    const books = await read(await deskAs(shop, 'books'), path)
    expect(books.licences).toEqual([])
    const kinds = new Set(books.timeline.map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['customer', 'order', 'quote']))

    const company = await read(desk, companyAt(customer.companyName))
    expect(company).toMatchObject({ email: null, emails: ['ada@example.com'], kept: placed.order.total })
    const headers = { Cookie: await cookieOf(shop, 'support'), Origin: shop.ctx.config.siteUrl }
    for (const page of [deskRoutes.company(customer.companyName), deskRoutes.customer('ada@example.com')]) {
      const { text } = await supertest(shop.app).get(page).set(headers).expect(200)
      expect(text).toContain('Likes a call.')
    }
    await desk.get(deskApiRoutes.customer('nobody@example.com')).expect(404)
    await desk.get(companyAt('Nobody')).expect(404)
    await desk.get(deskApiRoutes.company).expect(422)
  })

  test.each([
    '.',
    '..',
    '...',
    'A/B',
    '../orders',
    '50% off',
    '50%2Foff',
    'Who?',
    '#1 & Co',
    'A + B = C',
    '  Blank Ltd ',
    '漢'.repeat(200),
    '𠮷'.repeat(200),
  ])('shows a company called %j, whose address browsers keep', async (companyName) => {
    const { shop, desk } = await openDesk()
    await shop.placeCardOrder({ customer: { ...customer, companyName } })
    const { customers } = (await desk.get(deskApiRoutes.customers).expect(200)).body as CustomerList
    const name = String(customers[0]?.companyName)
    const { pathname, search } = new URL(deskRoutes.company(name), shop.ctx.config.siteUrl)
    const { text } = await supertest(shop.app)
      .get(pathname + search)
      .set({ Cookie: await cookieOf(shop, 'owner') })
      .expect(200)
    expect(text).toContain('1 address')
    expect((await read(desk, companyAt(name))).companies).toEqual([name])
  })

  test('has lists of its things alone, beside names and addresses that begin alike', async () => {
    const { shop, desk } = await openDesk()
    const wanted = [
      { email: 'ada.1@example.com', company: 'Studio 9' },
      { email: 'ada.10@example.com', company: 'Studio 91' },
    ] as const
    for (const { email, company: companyName } of wanted) {
      const buyer = { ...customer, email, companyName }
      const { items } = cartBody()
      const holder = { sku: 'solo', name: 'Ada', email, companyName, reason: 'Review' }
      await shop.checkOut({ paymentMethod: 'invoice', customer: buyer }).expect(201)
      await desk.post(deskApiRoutes.quotes, { items, customer: buyer }).expect(201)
      await desk.post(deskApiRoutes.licences, holder).expect(201)
    }
    const [{ email, company }] = wanted
    const lists = [deskApiRoutes.orders, deskApiRoutes.quotes, deskApiRoutes.licences]
    const found = async (query: Record<string, string>) => {
      const bodies = lists.map(async (list) => (await desk.get(`${list}?${new URLSearchParams(query)}`)).body)
      return (await Promise.all(bodies)).map((body) => (Object.values(body)[0] as object[]).length)
    }
    expect(await found({ q: email })).toEqual([2, 2, 2])
    const exact: Record<string, string>[] = [
      { email },
      { email: 'ADA.1@example.com' },
      { company },
      { email, q: 'ada' },
    ]
    for (const query of exact) expect([query, await found(query)]).toEqual([query, [1, 1, 1]])
    expect(await found({ email, q: 'nobody' })).toEqual([0, 0, 0])
    expect(await found({ email, company: 'Studio 91' })).toEqual([0, 0, 0])
    const headers = { Cookie: await cookieOf(shop, 'support') }
    const page = await supertest(shop.app).get(deskRoutes.ordersLike({ email })).set(headers).expect(200)
    expect(page.text).toContain(`<option value="${email}" selected="">${email}</option>`)
    const [, number] = /href="\/desk\/orders\/([\d-]+)"/.exec(page.text) ?? []
    const order = await supertest(shop.app)
      .get(deskRoutes.order(number ?? ''))
      .set(headers)
      .expect(200)
    expect(order.text).toContain(`href="${deskRoutes.ordersLike({ email })}"`)
  })

  test('names who only holds a licence to nobody who may not see licences', async () => {
    const { shop, desk } = await openDesk()
    await shop.placeCardOrder({ customer })
    const held = { licensed_company: customer.companyName, licensed_name: 'Grace Hopper' }
    await seedLicence(shop.ctx, { ...held, email: 'grace@example.com' })
    await seedLicence(shop.ctx, { ...held, email: customer.email, licensed_company: 'Another Company' })
    const books = await deskAs(shop, 'books')
    const paths = [companyAt(customer.companyName), deskApiRoutes.customer('ada@example.com')]
    for (const path of paths) {
      expect(JSON.stringify(await read(desk, path))).toContain('Grace Hopper')
      const { names, emails, companies } = await read(books, path)
      expect([names, emails, companies]).toEqual([
        [customer.name],
        ['ada@example.com'],
        [customer.companyName],
      ])
    }
    await books.get(deskApiRoutes.customer('grace@example.com')).expect(404)
    expect((await read(desk, deskApiRoutes.customer('grace@example.com'))).names).toEqual(['Grace Hopper'])
  })

  test('lists an address once, where its latest order stands, with what it paid', async () => {
    const { shop, desk } = await openDesk()
    const orders = Array.from({ length: 12 }, (_, index) => ({
      id: `ord_${index}`,
      number: `2026-${String(index).padStart(6, '0')}`,
      created_at: new Date(Date.UTC(2026, 5, 1, index)).toISOString(),
      buyer: { ...customer, email: `Buyer${index % 5}@example.com`, name: index === 0 ? 'Grace' : 'Ada' },
      status: (['paid', 'pending', 'partially_refunded'] as const)[index % 3],
      total: 1000,
      refunded: index % 3 === 2 ? 400 : 0,
    }))
    const rows = orders.map((order) => written(anyOrder(order)))
    await shop.ctx.database.db.insertInto('orders').values(rows).execute()
    const list = async (query: string) =>
      (await desk.get(`${deskApiRoutes.customers}?${query}`).expect(200)).body as CustomerList
    const { customers } = await list('')
    expect(customers.map(({ email, orders, kept }) => [email, orders, kept])).toEqual([
      ['Buyer1@example.com', 3, 1600],
      ['Buyer0@example.com', 3, 1600],
      ['Buyer4@example.com', 2, 1000],
      ['Buyer3@example.com', 2, 1600],
      ['Buyer2@example.com', 2, 600],
    ])
    for (const query of ['', 'q=buyer', 'q=2026']) {
      const emails: string[] = []
      for (let next: string | null = ''; next !== null; ) {
        const page: CustomerList = await list(`${query}&limit=2${next && `&after=${next}`}`)
        emails.push(...page.customers.map(({ email }) => email))
        next = page.next
      }
      expect([query, emails]).toEqual([query, customers.map(({ email }) => email)])
    }
    expect((await list('q=grace')).customers).toEqual([])
    // Equal sums sort by address.
    expect((await list('sort=-kept')).customers.map(({ email }) => email.slice(5, 6))).toEqual([
      ...['3', '1', '0', '4', '2'],
    ])
    const { text } = await desk.get(deskApiRoutes.customersCsv).expect(200)
    expect(text.split('\r\n')[1]).toBe(
      'Buyer1@example.com,Ada,Example School / East,Australia,3,16.00,2026-06-01',
    )
  })
})

describeOnBothEngines('the sums of customers', ({ create }) => {
  test('are those of their orders, whatever changes them at once', async () => {
    const { database } = await create()
    const { db } = database
    const statuses = ['pending', 'paid', 'partially_refunded', 'refunded', 'disputed', 'cancelled'] as const
    const emails = ['Ada@example.com', 'ada@example.com', 'grace@example.com', 'joe@example.com']
    const orders = Array.from({ length: 18 }, (_, index) => ({
      id: `ord_${index}`,
      number: `2026-${index}`,
      status: statuses[index % 6] ?? 'paid',
      total: 1000 + index,
      refunded: index,
      buyer: { email: emails[index % 4] ?? '' },
    }))
    const check = async () => {
      const sums = await db.selectFrom('customer_sums').selectAll().orderBy('email').execute()
      const counted = db
        .selectFrom('orders')
        .select(({ fn }) => [
          foldedEmail('customer_email').as('email'),
          fn.countAll<number>().as('orders'),
          keptOf.as('kept'),
        ])
        .groupBy(foldedEmail('customer_email'))
        .orderBy('email')
      expect(sums).toEqual((await counted.execute()).map((row) => ({ ...row, kept: Number(row.kept) })))
    }
    await Promise.all(
      orders.map((order) =>
        db
          .insertInto('orders')
          .values(written(anyOrder(order)))
          .execute(),
      ),
    )
    await check()
    await Promise.all(
      orders.map(({ id, ...order }, index) =>
        db
          .updateTable('orders')
          .set(
            index % 3 === 0
              ? { status: statuses[(index * 5 + 1) % 6] ?? 'paid' }
              : index % 3 === 1
                ? { refunded: 500 }
                : { buyer: anyOrder({ ...order, buyer: { email: 'hedy@example.com' } }).buyer, total: 7 },
          )
          .where('id', '=', id)
          .execute(),
      ),
    )
    await check()
    const { buyer } = anyOrder({ buyer: { email: 'joe@example.com' } })
    await db.updateTable('orders').set({ buyer }).execute()
    await check()
    expect(await db.selectFrom('customer_sums').select('email').execute()).toEqual([
      { email: 'joe@example.com' },
    ])
  })
})

test('the list of customers is read by indexes alone', async () => {
  const email = 'ada@example.com'
  const keys = { lastOrderAt: ['2026-06-30T14:00:00.000Z'], kept: [22_900, email], email: [email] }
  const plans = await plansOf(async (reader) => {
    for (const sort of customerSorts) {
      const page = { after: { sort, keys: keys[fieldOf(sort)], id: 'ord_1' }, limit: 50, sort }
      await listCustomersPage({ reader, engine: 'sqlite' }, {}, page)
    }
  })
  expect(plans).toHaveLength(customerSorts.length)
  for (const { text, steps } of plans)
    for (const step of steps) expect(step, text).not.toMatch(/SCAN|TEMP B-TREE/)
})
