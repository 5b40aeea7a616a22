import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { DeskQuote, QuoteList } from '#shared/desk/quote-answers.ts'
import { quoteSorts } from '#shared/desk/sorts.ts'
import { newCodeSchema } from '#shared/pricing/codes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { momentOf } from '../../runtime/moment.ts'
import { addCode } from '../../shop/codes/codes.ts'
import { findQuote } from '../../shop/quotes/quotes.ts'
import { viewQuote } from '../../shop/quotes/view-quote.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { plansOf } from '../../testing/support/query-plans.ts'
import { newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import { listQuotesPage } from './list-quotes.ts'

const day = 24 * 60 * 60 * 1000
const customer = { name: 'Ada Byron', email: 'ada@example.com', companyName: 'Example School', country: 'NZ' }
const wanted = { items: [{ sku: 'solo', qty: 2 }], customer, purchaseOrder: 'PO-7', note: 'As we said.' }

describeOnEitherEngine('the room of quotes', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'support')
    const make = async (change: object = {}): Promise<DeskQuote> =>
      (await desk.post(deskApiRoutes.quotes, { ...wanted, ...change }).expect(201)).body.quote
    const list = async (query: string): Promise<string[]> => {
      const { body } = await desk.get(`${deskApiRoutes.quotes}?${query}`).expect(200)
      return (body as QuoteList).quotes.map(({ number }) => number)
    }
    return { shop, clock, desk, make, list }
  }

  async function order({ app, ctx }: TestShop, id: string) {
    const row = await findQuote(ctx.database.db, id)
    if (!row) throw new Error('no quote')
    const { accessToken } = await viewQuote(ctx, row)
    const body = {
      quote: { id, accessToken },
      paymentMethod: 'invoice',
      acceptTerms: true,
      verification: 'token',
    }
    return supertest(app).post(apiRoutes.checkout).set('Idempotency-Key', newKey()).send(body).expect(201)
  }

  test('makes one that holds its prices for its days, mails it with its note, and mails it again', async () => {
    const { shop, desk, make } = await openDesk()
    const code = newCodeSchema.parse({ code: 'CREW10', percent: 10 })
    await shop.ctx.database.db
      .transaction()
      .execute((trx) => addCode(trx, code, { who: 'alex@example.com', ...momentOf(shop.ctx) }))
    const made = await make({ code: 'CREW10', days: 60 })
    const { code: _code, ...quote } = made
    expect(made).toMatchObject({
      number: 'Q-000001',
      status: 'open',
      code: 'CREW10',
      note: 'As we said.',
      customer,
    })
    expect(made.taxRule).toBeNull()
    expect(quote.validUntil).toBe('2027-01-21T12:59:59.999Z')
    expect(quote.discount).toBeGreaterThan(0)
    const [mail] = await readMails(shop.ctx)
    expect(mail).toMatchObject({
      to: 'ada@example.com',
      subject: 'Quote Q-000001, PO-7, valid until 21 January 2027',
    })
    expect(mail?.text).toContain('As we said.')

    const path = deskApiRoutes.quote(quote.id)
    await desk.post(`${path}/resend`).expect(200)
    expect(await readMails(shop.ctx)).toMatchObject([{ subject: mail?.subject }])
    const { body } = await desk.get(path).expect(200)
    expect(body.mails).toHaveLength(2)
    expect(body.events.map(({ act }: { act: string }) => act)).toEqual(['quote.made', 'quote.mail_resent'])
    const { order: placed } = (await order(shop, quote.id)).body
    expect(placed.total).toBe(quote.total)
    const { events } = (await desk.get(path).expect(200)).body
    expect(events.at(-1)).toMatchObject({ act: 'order.placed', after: { order: placed.number } })
    const { body: refused } = await desk.post(`${path}/resend`).expect(409)
    expect(refused.code).toBe('quote_used')
    await (await deskAs(shop, 'books')).post(deskApiRoutes.quotes, wanted).expect(403)
    for (const [change, pointer] of [
      [{ items: [] }, '/items'],
      [{ items: [{ sku: 'none', qty: 1 }] }, '/items/0/sku'],
      [{ customer: { ...customer, name: '' } }, '/customer/name'],
      [{ days: 181 }, '/days'],
      [{ code: 'NONE' }, '/code'],
    ] as const) {
      const { body } = await desk.post(deskApiRoutes.quotes, { ...wanted, ...change }).expect(422)
      expect(body.errors).toMatchObject([{ pointer }])
    }
    const { text } = await desk.post(deskApiRoutes.quotes, { ...wanted, items: [] })
    expect(text).toContain('Choose what to quote.')
  })

  test('lists them by state and by text, page by page, and as CSV', async () => {
    const { shop, clock, desk, make, list } = await openDesk()
    await make({ days: 1, note: 'Müller said: by Easter' })
    clock.now += 2 * day
    const ordered = await make()
    await order(shop, ordered.id)
    clock.now += 1000
    const withdrawn = await make({ customer: { ...customer, name: 'Grace Hopper' } })
    await desk.post(`${deskApiRoutes.quote(withdrawn.id)}/withdraw`, {}).expect(200)
    clock.now += 1000
    await make()
    const whole = ['Q-000004', 'Q-000003', 'Q-000002', 'Q-000001']
    for (const [query, numbers] of [
      ['', whole],
      ['state=open', ['Q-000004']],
      ['state=ordered', ['Q-000002']],
      ['state=withdrawn', ['Q-000003']],
      ['state=expired', ['Q-000001']],
      ['q=byron', ['Q-000004', 'Q-000002', 'Q-000001']],
      ['q=school&state=open', ['Q-000004']],
      ['q=school&state=expired', ['Q-000001']],
      ['q=school&state=ordered', ['Q-000002']],
      ['q=hopper&state=open', []],
      ['q=mueller east', ['Q-000001']],
      ['q=as we said', ['Q-000004', 'Q-000003', 'Q-000002']],
      ['q=as said&state=ordered', ['Q-000002']],
    ] as const) {
      expect([query, await list(query)]).toEqual([query, numbers])
      const { text } = await desk.get(`${deskApiRoutes.quotesCsv}?${query}`).expect(200)
      const lines = text.trim().split('\r\n').slice(1)
      expect(lines.map((line) => line.split(',')[0])).toEqual(numbers)
    }
    const first = (await desk.get(`${deskApiRoutes.quotes}?limit=2`)).body as QuoteList
    expect(first.quotes[1]).toMatchObject({ status: 'withdrawn' })
    expect(await list(`limit=2&after=${first.next}`)).toEqual(whole.slice(2))
  })

  test('names its tax as an order does', async () => {
    const { shop, make } = await openDesk()
    const headers = { Cookie: await cookieOf(shop, 'support') }
    for (const [country, note] of [
      ['AU', 'with GST'],
      ['NZ', 'without tax'],
    ]) {
      const { id } = await make({ customer: { ...customer, country } })
      const { text } = await supertest(shop.app).get(deskRoutes.quote(id)).set(headers).expect(200)
      expect(text).toContain(`<small>${note}</small>`)
    }
  })

  test('makes one by a form without script, which a copy fills', async () => {
    const { shop, make } = await openDesk()
    const { id } = await make()
    const headers = { Cookie: await cookieOf(shop, 'support'), Origin: shop.ctx.config.siteUrl }
    const { text } = await supertest(shop.app).get(deskRoutes.copiedQuote(id)).set(headers).expect(200)
    expect(text).toContain('value="Example School"')
    expect(text).toMatch(/name="qty\/solo"[^>]*value="2"/)
    const look = async (fields: Record<string, string>) => {
      const page = supertest(shop.app).get(deskRoutes.newQuote).query(fields).set(headers).expect(200)
      const { text } = await page
      const [, says] = /<p role="status" id="total">(.*?)<\/p>/.exec(text) ?? []
      const [, expectedTotal] = /name="expectedTotal" value="(\d+)"/.exec(text) ?? []
      return { says, expectedTotal }
    }
    const post = (fields: object) =>
      supertest(shop.app).post(deskRoutes.newQuote).set(headers).type('form').send(fields)
    const typed = {
      'qty/solo': '3',
      'qty/studio': '',
      'customer/name': 'Ada',
      'customer/email': 'ada@example.com',
      'customer/country': 'AU',
      days: '14',
    }
    const none = { says: undefined, expectedTotal: undefined }
    const nothing = 'Nothing has been made yet.'
    expect(await look({})).toEqual(none)
    expect(await look(typed)).toEqual({
      says: `3 × Solo for Australia come to $267.00, with $24.27 of GST. ${nothing}`,
      expectedTotal: '26700',
    })
    for (const [field, value, says] of [
      ['customer/country', 'NZ', '3 × Solo for New Zealand come to $267.00.'],
      ['code', 'NONE', 'There’s no code NONE. Compare it with what you were sent.'],
      ['qty/solo', '0', 'Choose what to quote.'],
      ['qty/solo', 'many', 'Enter a whole number.'],
    ] as const)
      expect((await look({ ...typed, [field]: value })).says).toBe(`${says} ${nothing}`)
    const refused = await post({ ...typed, days: 'many', note: 'Kept' }).expect(422)
    expect(refused.text).toMatch(/name="note"[^>]*value="Kept"/)
    const { expectedTotal } = await look(typed)
    const other = await post({ ...typed, 'qty/solo': '4', expectedTotal }).expect(409)
    expect(other.text).toContain('It comes to $356.00, not the $267.00 that you saw. Do it again to mail')
    expect(other.text).toContain('name="expectedTotal" value="35600"')
    const made = await post({ ...typed, expectedTotal }).expect(303)
    expect(made.headers.location).toMatch(/^\/desk\/quotes\/qte_\w+\?done=make#done$/)
  })
})

test('the list of quotes is read by indexes alone', async () => {
  const keys = ['2026-06-30T14:00:00.000Z']
  const now = new Date('2026-07-01')
  const states = [undefined, 'open', 'ordered', 'expired', 'withdrawn'] as const
  const plans = await plansOf(async (reader) => {
    for (const state of states)
      for (const sort of quoteSorts) {
        const page = { after: { sort, keys, id: 'qte_1' }, limit: 50, sort }
        await listQuotesPage({ reader, engine: 'sqlite' } as never, { state, now }, page)
      }
  })
  expect(plans).toHaveLength(states.length * quoteSorts.length)
  for (const { text, steps } of plans)
    for (const step of steps) expect(step, text).not.toMatch(/SCAN|TEMP B-TREE/)
})
