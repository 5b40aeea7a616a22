import { createHash, randomUUID } from 'node:crypto'
import { DummyDriver, type Insertable, Kysely, sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { settle } from '../../shop/orders/settle.ts'
import { anyOrder } from '../../testing/support/any-order.ts'
import { describeOnBothEngines, describeOnPostgres } from '../../testing/support/databases.ts'
import { openShop } from '../../testing/support/shop.ts'
import { createLineLog } from '../../testing/support/test-app.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate, prepareSchema } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import { columnsOf } from './migrations/columns.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import { written } from './rows/buyer.ts'
import { runMigrations } from './run-migrations.ts'
import type { Schema } from './schema.ts'

const names = Object.keys(migrations)

/** The SHA-256 of each migration's statements. A new migration adds its own here; the others never change. */
const frozen: Record<string, string> = {
  '0001-schema': 'e5c8031313c25ea7693d222f4712273f38324469990db4a78e8e6b9137d579ce',
  '0002-orders-by-sale': 'e3b6fc4ab30d2873d731eb29ad4f1b63de80b172d4a4d9bbeb132db964edf6e6',
  '0003-imported-by-order': 'e8835ab4d6e2c4b0d09c90d173deb8e3409083db363e2b2ef3a34f3240f3dde2',
  '0004-quotes-of-orders': '9e4feb0eca2826b0ac2e7ac82aba5fd52e3ced568c343c7870fa5e3b5adb0eb6',
  '0005-kept-and-asked': 'b45f11ccd1ac8e2949c3525bafdcc9fc477d8a90b3d547509b7243226d66b6cc',
  '0006-failed-refunds': '72f65986777b9483961fc1323ec294a26956c49964c0802d9b31b8c3283b78b5',
  '0007-statements-by-time': 'fb7db26b3ca543bf012851b83ecf02a8f197d3c9a884dd5111733f2e063680d2',
}

test('no migration that a database may have had has changed', async () => {
  expect(await hashesOfMigrations()).toEqual(frozen)
})

describeOnBothEngines('a database', (databases) => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  test.each(names)(
    'of version %s keeps its rows when it is upgraded, and sells licences then',
    async (version) => {
      const { database, environment } = await databases.create({ migrated: false })
      await runMigrations(database, version)
      const rows = await fillTables(database)
      expect(await migrate(database)).toEqual(names.slice(names.indexOf(version) + 1))
      for (const [table, row] of rows) expect(await readTable(database, table)).toMatchObject([row])

      const shop = await openShop(environment, closing)
      const placed = await shop.placeCardOrder()
      shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
      await settle(shop.ctx, placed.order.id)
      const { body } = await shop.orderOf(placed).expect(200)
      expect(body.status).toBe('paid')
    },
  )

  test('gets its quotes back from orders that ended unpaid, and each order learns its quote', async () => {
    const { database } = await databases.create({ migrated: false })
    const { db } = database
    await runMigrations(database, '0003-imported-by-order')
    for (const [index, status] of ['paid', 'pending', 'expired', 'cancelled'].entries()) {
      const { quote_id: _, ...order } = written(anyOrder({ id: `ord_${status}`, number: status }))
      await insertEarlier(db, { ...order, status })
      const { currency, total, tax, discount, price_version, buyer, created_at } = order
      const quoted = { currency, total, tax, discount, price_version, buyer, created_at, tax_rule: null }
      const own = { id: `qte_${status}`, number: `Q-${index}`, order_id: order.id, code: null }
      const rest = {
        valid_until: created_at,
        fingerprint: '',
        withdrawn_at: null,
        lines: '[]',
        content: '{}',
      }
      await db
        .insertInto('quotes')
        .values({ ...quoted, ...own, ...rest, pdf: new Uint8Array() })
        .execute()
    }
    await migrate(database)
    const orders = await db.selectFrom('orders').select(['status', 'quote_id']).execute()
    for (const { status, quote_id } of orders) expect(quote_id).toBe(`qte_${status}`)
    expect(orders).toHaveLength(4)
    const quotes = await db.selectFrom('quotes').select(['order_id', 'state']).orderBy('number').execute()
    expect(quotes).toEqual([
      { order_id: 'ord_paid', state: 'ordered' },
      { order_id: 'ord_pending', state: 'ordered' },
      { order_id: null, state: 'waiting' },
      { order_id: null, state: 'waiting' },
    ])
  })

  test('learns what is kept of refunded orders, which a transfer paid, and whom to ask each day', async () => {
    const { database } = await databases.create({ migrated: false })
    const { db } = database
    await runMigrations(database, '0004-quotes-of-orders')
    const card = { payment_method: 'card', paid_at: '2026-11-20T00:00:00.000Z', total: 45_800 } as const
    for (const [id, change, source] of [
      ['accepted', { status: 'refunded', refunded: 40_000 }, 'card'],
      ['transferred', { status: 'paid' }, 'transfer'],
      ['disputed', { status: 'disputed' }, 'card'],
      ['asked', { status: 'paid', attention: '{"kind":"inquiry"}' }, 'card'],
    ] as const) {
      const order = { ...anyOrder({ id, number: id }), ...card, ...change, next_check_at: null }
      await insertEarlier(db, written(order))
      const paid = { amount: 45_800, currency: 'AUD', received_at: card.paid_at, reference: null, who: '' }
      const payment = { ...paid, id, order_id: id, dedupe_key: id, source, created_at: card.paid_at }
      await db
        .insertInto('payments')
        .values({ ...payment, statement_line: null })
        .execute()
    }
    const sums = () => db.selectFrom('customer_sums').select(['orders', 'kept']).execute()
    expect(await sums()).toEqual([{ orders: 4, kept: 3 * 45_800 + 5800 }])
    await migrate(database)
    expect(await sums()).toEqual([{ orders: 4, kept: 3 * 45_800 }])
    const columns = ['id', 'payment_method', 'next_check_at'] as const
    const checked = '2026-11-29T00:00:00.000Z'
    expect(await db.selectFrom('orders').select(columns).orderBy('id').execute()).toEqual([
      { id: 'accepted', payment_method: 'card', next_check_at: null },
      { id: 'asked', payment_method: 'card', next_check_at: checked },
      { id: 'disputed', payment_method: 'card', next_check_at: checked },
      { id: 'transferred', payment_method: 'invoice', next_check_at: null },
    ])
    const refunded = { status: 'refunded', refunded: 40_000 } as const
    await db.updateTable('orders').set(refunded).where('id', '=', 'disputed').execute()
    expect(await sums()).toEqual([{ orders: 4, kept: 2 * 45_800 }])
  })

  test('from before 1.0.0 is refused in a sentence', async () => {
    const { database } = await databases.create()
    await sql`update kysely_migration set name = '0001-shop' where name = '0001-schema'`.execute(database.db)
    const message = 'The database was made before version 1.0.0'
    await expect(prepareSchema(database, createLineLog().log)).rejects.toThrow(message)
    await expect(migrate(database)).rejects.toThrow(message)
  })

  test('to which a newer version only added is used, and left as it is', async () => {
    const { database, environment } = await databases.create()
    await upgradeBy(
      database,
      'create table later (id text primary key, order_id text not null references orders (id))',
      'create unique index later_by_order on later (order_id)',
      'alter table orders add column note text',
      "alter table orders add column colour text not null default 'blue'",
      'create index orders_by_note on orders (note)',
      'drop table rate_limits',
      `create table rate_limits (key text primary key, points integer, expire bigint,
        length integer not null generated always as (length(key)) stored)`,
    )
    await prepareSchema(database, createLineLog().log)
    expect(await migrate(database)).toEqual([])
    const shop = await openShop(environment, closing)
    await shop.placeCardOrder()
  })

  test.each([
    ['took a column away', ['alter table orders drop column price_version'], 'orders.price_version is gone'],
    [
      'renamed what is taken out of the buyer',
      ['alter table quotes rename column purchase_order to po'],
      'quotes.purchase_order is gone',
    ],
    ['renamed a table', ['alter table messages rename to letters'], 'messages.id is gone'],
    [
      'demands a value that this one doesn’t write',
      [
        'drop table rate_limits',
        'create table rate_limits (key text primary key, points integer, expire bigint, region text not null)',
      ],
      'rate_limits.region must have a value',
    ],
    [
      'takes a value only once',
      ['create unique index one_name on orders (customer_name, currency)'],
      'orders (customer_name, currency) must be unique',
    ],
  ])('whose newer version %s is refused', async (_title, statements, reason) => {
    const { database } = await databases.create()
    await upgradeBy(database, ...statements)
    const message = `newer than this version: it has 9999-future; ${reason}`
    await expect(prepareSchema(database, createLineLog().log)).rejects.toThrow(message)
    await expect(migrate(database)).rejects.toThrow(message)
  })
})

describeOnPostgres('an empty database', ({ create }) => {
  test.each([
    ['SQL_ASCII', `encoding 'SQL_ASCII'`, 'in SQL_ASCII, not in UTF8. '],
    ['LATIN1', `encoding 'LATIN1'`, 'in LATIN1, not in UTF8. '],
    [
      'Turkish',
      `encoding 'UTF8' locale_provider icu icu_locale 'tr'`,
      'in a locale where the small letter of I is ı. ',
    ],
  ])('in %s is refused before anything is made in it', async (_title, options, fault) => {
    const { database, environment } = await create()
    const name = `in_${randomUUID().replaceAll('-', '')}`
    await sql.raw(`create database ${name} ${options} locale 'C' template template0`).execute(database.db)
    const databaseUrl = String(environment.DATABASE_URL).replace(/test_\w+/, name)
    const other = await openDatabase({ databaseUrl, dataDir: environment.DATA_DIR })
    try {
      await expect(migrate(other)).rejects.toThrow(`The database is ${fault}Make another: `)
      expect(await other.db.introspection.getTables()).toEqual([])
    } finally {
      await other.close()
    }
  })
})

/** Inserts an order as it was before `0006-failed-refunds`. */
async function insertEarlier(
  db: Kysely<Schema>,
  { failed_refunds: _, ...order }: { failed_refunds?: unknown; status: string },
): Promise<void> {
  await db
    .insertInto('orders')
    .values(order as Insertable<Schema['orders']>)
    .execute()
}

async function hashesOfMigrations(): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const [name, { up }] of Object.entries(migrations)) {
    const hash = createHash('sha256')
    for (const columns of Object.values(columnsOf)) {
      for (const statement of await statementsOf((db) => up(db, columns))) {
        hash.update(`${statement.replace(/\s+/g, ' ').trim()};`)
      }
    }
    hashes[name] = hash.digest('hex')
  }
  return hashes
}

/** Records statements without running them. */
async function statementsOf(run: (db: Kysely<unknown>) => Promise<void>): Promise<string[]> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: Object.assign(nodeSqliteDialect(':memory:'), { createDriver: () => new DummyDriver() }),
    log: ({ query }) => void statements.push(query.sql),
  })
  await run(db)
  await db.destroy()
  return statements
}

async function upgradeBy({ db }: Database, ...statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01')`.execute(db)
}

type Row = Record<string, unknown>

const references = {
  sqlite: { off: 'pragma foreign_keys = off', on: 'pragma foreign_keys = on' },
  postgres: { off: 'set session_replication_role = replica', on: 'set session_replication_role = default' },
}

/** Inserts one row in each table. All texts are equal, so every reference finds its row. */
async function fillTables({ db, engine }: Database): Promise<[table: string, row: Row][]> {
  // Triggers fill the search's tables, and the customers' sums.
  const tables = (await db.introspection.getTables()).filter(
    ({ name }) => !name.startsWith('search_') && name !== 'customer_sums',
  )
  const rows = tables.map(({ name, columns }): [string, Row] => [
    name,
    Object.fromEntries(
      columns
        .filter(({ name }) => !generated.includes(name))
        .map((column) => [column.name, anyValue(column)]),
    ),
  ])
  await db.connection().execute(async (connection) => {
    await sql.raw(references[engine].off).execute(connection)
    for (const [table, row] of rows) {
      await connection
        .insertInto(table as never)
        .values(row as never)
        .execute()
    }
    await sql.raw(references[engine].on).execute(connection)
  })
  return rows
}

/** The database takes them out of other columns. */
const generated = ['customer_name', 'customer_email', 'company_name', 'purchase_order', 'state']

function anyValue({ name, dataType }: { name: string; dataType: string }): unknown {
  if (name === 'buyer') return '{"name":"2026-01-01","email":"2026-01-01"}'
  if (name === 'content' || name === 'change') return '{}'
  if (/int/i.test(dataType)) return 1
  return /blob|bytea/i.test(dataType) ? Buffer.from('bytes') : '2026-01-01'
}

async function readTable({ db }: Database, table: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db)
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value) : value,
      ]),
    ),
  )
}
