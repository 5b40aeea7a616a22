import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  auditSorts,
  customerSorts,
  fieldOf,
  isFalling,
  licenceSorts,
  orderSorts,
  quoteSorts,
  type Sort,
  timeSorts,
} from '#shared/desk/sorts.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { written } from '../runtime/db/rows/buyer.ts'
import { anyOrder } from '../testing/support/any-order.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { deskAs, deskOptions } from '../testing/support/desk.ts'
import { plansOf } from '../testing/support/query-plans.ts'
import { type TestShop, useShops } from '../testing/support/shop.ts'
import { createTestApp } from '../testing/support/test-app.ts'
import { createCaller } from '../web/endpoint.ts'
import { deskEndpoints } from './api.ts'

type Row = Record<string, string | number>
type Answer = Record<string, Row[]> & Record<'next', string | null>
type List = {
  path: string
  rows: string
  sorts: readonly Sort[]
  /** Name of the member that ends with the row's index. */
  name: string
}

const lists: List[] = [
  { path: deskApiRoutes.orders, rows: 'orders', sorts: orderSorts, name: 'id' },
  { path: deskApiRoutes.customers, rows: 'customers', sorts: customerSorts, name: 'name' },
  { path: deskApiRoutes.quotes, rows: 'quotes', sorts: quoteSorts, name: 'id' },
  { path: deskApiRoutes.licences, rows: 'licences', sorts: licenceSorts, name: 'id' },
  { path: deskApiRoutes.messages, rows: 'messages', sorts: timeSorts, name: 'id' },
  { path: deskApiRoutes.mails, rows: 'mails', sorts: timeSorts, name: 'id' },
  { path: deskApiRoutes.webhooks, rows: 'webhooks', sorts: timeSorts, name: 'id' },
  { path: deskApiRoutes.imports, rows: 'imports', sorts: timeSorts, name: 'name' },
  { path: deskApiRoutes.statement, rows: 'statements', sorts: timeSorts, name: 'id' },
  { path: deskApiRoutes.audit, rows: 'entries', sorts: auditSorts, name: 'subject' },
]

test('every list is read here in each of its sorts', () => {
  const sorted = deskEndpoints.flatMap(({ path, operation: { query } }) => {
    const sort = query?.shape.sort
    const names = sort instanceof z.ZodDefault && sort.unwrap()
    return names instanceof z.ZodEnum && !path.endsWith('.csv') ? [[path, names.options]] : []
  })
  expect(sorted.toSorted()).toEqual(lists.map(({ path, sorts }) => [path, sorts]).toSorted())
})

test('every list has an index for each of its sorts', async () => {
  const { ctx } = await createTestApp({}, await deskOptions())
  const secret = await ctx.database.db.selectFrom('data_secrets').selectAll().executeTakeFirstOrThrow()
  const plans = await plansOf(async (db) => {
    await db.insertInto('data_secrets').values(secret).execute()
    const call = createCaller({ ...ctx, database: { ...ctx.database, db, reader: db } }, deskEndpoints)
    for (const { path, sorts } of lists)
      for (const sort of sorts) {
        const address = `${path}?sort=${sort}`
        await call({ method: 'get', address, isOperator: true, headers: {}, ip: undefined })
      }
  })
  const pages = plans.filter(({ text }) => / order by .* limit /.test(text))
  expect(pages.length).toBeGreaterThanOrEqual(lists.flatMap(({ sorts }) => sorts).length)
  // Few rows share a time, so sorting those by their id costs nothing.
  for (const { text, steps } of pages) expect(steps, text).not.toContain('USE TEMP B-TREE FOR ORDER BY')
})

/** Adds several rows with the same time, and the same sum. */
async function add({ ctx: { database } }: TestShop, place: number): Promise<void> {
  const at = (days: number) => new Date(Date.UTC(2026, 5, 1 + days)).toISOString()
  const created_at = at((place * 5) % 4)
  const end = at(30 + ((place * 7) % 5))
  const [id, email] = [String(place).padStart(3, '0'), `b${(place * 11) % 97}@example.com`]
  const buyer = { name: `Buyer ${id}`, email: place % 2 ? email : email.toUpperCase() }
  const order = anyOrder({
    id: `ord_${id}`,
    number: `2026-${id}`,
    created_at,
    total: (place % 3) * 1000,
    buyer,
  })
  const { buyer: bought, currency, tax, discount, tax_rule, price_version } = order
  const queued = { dedupe_key: id, status: 'sent', attempts: 1, next_attempt_at: at(0), created_at }
  const rows = {
    orders: written(order),
    quotes: {
      id: `qte_${id}`,
      number: `Q-${id}`,
      fingerprint: id,
      created_at,
      valid_until: end,
      lines: '[]',
      buyer: bought,
      currency,
      total: 1,
      tax,
      discount,
      tax_rule,
      price_version,
      content: '{}',
      pdf: new Uint8Array(),
    },
    licences: {
      id: `lic_${id}`,
      ordinal: 0,
      key_lookup: id,
      key_cipher: '',
      key_hint: '…-AAAAA',
      sku: 'solo',
      plan: 'Solo',
      seat_limit: 1,
      updates_until: end,
      status: 'active',
      licensed_name: 'Ada',
      email,
      created_at,
    },
    messages: {
      id: `msg_${id}`,
      reference: id,
      name: 'Ada',
      email,
      topic: 'sales',
      message: 'Yes',
      created_at,
      verified: 1,
      quarantined: 0,
    },
    mails: { ...queued, id: `mail_${id}`, kind: 'order_paid', recipient: email, params: '{}' },
    webhook_deliveries: {
      ...queued,
      id: `wh_${id}`,
      type: 'order.paid',
      url: 'https://x.example',
      payload: '',
    },
    imports: {
      id: `imp_${id}`,
      name: id,
      sha256: id,
      survey: '{}',
      choices: '{}',
      stored: 0,
      who: 'x',
      created_at,
    },
    bank_accounts: { id: `acc_${id}`, name: id, key: id, created_at },
    statements: {
      id: `stm_${id}`,
      account_id: `acc_${id}`,
      decided: '[]',
      unread: '[]',
      lines: 0,
      who: 'x',
      created_at,
    },
    audit_entries: {
      id: `aud_${id}`,
      at: created_at,
      who: 'x',
      act: 'x',
      subject: id,
      before: '{}',
      after: '{}',
    },
  }
  for (const [table, row] of Object.entries(rows))
    await database.db
      .insertInto(table as 'orders')
      .values(row as never)
      .execute()
}

describeOnBothEngines('the lists of the desk', (databases) => {
  const openShop = useShops(databases)

  test('give each row once and in order, whatever sorts them, while rows come in', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    const read = async (address: string): Promise<Answer> => (await desk.get(address).expect(200)).body
    let count = 0
    while (count < 13) await add(shop, count++)
    for (const { path, rows, sorts, name } of lists) {
      for (const sort of sorts) {
        const known = count
        const seen: Row[] = []
        for (let next: string | null = ''; next !== null; ) {
          const page: Answer = await read(`${path}?limit=4&sort=${sort}${next && `&after=${next}`}`)
          if (next === '') await add(shop, count++)
          seen.push(...(page[rows] ?? []))
          next = page.next
        }
        const keys = seen.map((row) => comparable(row[fieldOf(sort)]))
        const sorted = keys.toSorted()
        expect([path, sort, keys]).toEqual([path, sort, isFalling(sort) ? sorted.reverse() : sorted])
        // The token that reads them is in the audit too, and its id may end with anything.
        const added = seen.filter(({ act = 'x' }) => act === 'x')
        const places = added.map((row) => Number(String(row[name]).slice(-3)))
        expect([path, sort, places.length]).toEqual([path, sort, new Set(places).size])
        const kept = places.filter((place) => place < known).toSorted((a, b) => a - b)
        const all = Array.from({ length: known }, (_, place) => place)
        expect([path, sort, kept]).toEqual([path, sort, all])
      }
    }
  })

  test('put the newest first among orders of one sum, and have their file in the same order', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'books')
    for (let place = 0; place < 9; place++) await add(shop, place)
    for (const query of ['sort=-total', 'sort=total', 'sort=-total&status=paid,refunded', 'sort=createdAt']) {
      const { body } = await desk.get(`${deskApiRoutes.orders}?${query}`).expect(200)
      const numbers = body.orders.map(({ number }: Row) => number)
      const { text } = await desk.get(`${deskApiRoutes.ordersCsv}?${query}`).expect(200)
      const lines = text.trimEnd().split('\r\n').slice(1)
      expect([query, lines.map((line) => line.split(',')[0])]).toEqual([query, numbers])
      if (query === 'sort=-total') expect(numbers.slice(0, 3)).toEqual(['2026-002', '2026-005', '2026-008'])
    }
  })

  test('refuse a sort that they don’t have, one beside a search, and the place in another', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    for (let place = 0; place < 3; place++) await add(shop, place)
    const { next } = (await desk.get(`${deskApiRoutes.orders}?limit=1&sort=-total`).expect(200)).body
    const forge = (cursor: unknown) => Buffer.from(JSON.stringify(cursor)).toString('base64url')
    const time = '2026-06-01T00:00:00.000Z'
    for (const [query, pointer] of [
      ['sort=size', '/sort'],
      ['sort=-total&q=ada', '/sort'],
      ['sort=createdAt&code=CREW10', '/sort'],
      [`sort=total&after=${next}`, '/after'],
      [`after=${next}`, '/after'],
      ...[['many', time], [2 ** 40, time], [1], [1, 'now']].map((keys) => [
        `sort=-total&after=${forge(['-total', keys, 'ord_1'])}`,
        '/after',
      ]),
    ] as const) {
      const { body } = await desk.get(`${deskApiRoutes.orders}?${query}`).expect(422)
      expect([query, body.code, body.errors[0].pointer]).toEqual([query, 'invalid_request', pointer])
    }
    await desk.get(`${deskApiRoutes.orders}?sort=-total&after=${next}&q=`).expect(200)
  })
})

function comparable(value: string | number | undefined): string {
  return typeof value === 'number' ? String(value).padStart(9) : String(value).toLowerCase()
}
