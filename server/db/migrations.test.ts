import { createHash } from 'node:crypto'
import { DummyDriver, Kysely, sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { settle } from '../orders/settle.ts'
import { describeOnBothEngines } from '../testing/databases.ts'
import { openShop } from '../testing/shop.ts'
import { createLineLog } from '../testing/test-app.ts'
import type { Database } from './database.ts'
import { migrate, prepareSchema } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import { columnsOf } from './migrations/columns.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import { runMigrations } from './run-migrations.ts'

const names = Object.keys(migrations)

/** The SHA-256 of each migration's statements. A new migration adds its own here; the others never change. */
const frozen: Record<string, string> = {
  '0001-shop': '4ae6a12c7e3c521b6d2c91d40f04c2bcd7884052e7a41d80d5cfdaad6216ffd5',
  '0002-rotation': 'c5dacfa27baa08b17adce62e575e12d970eaea41d342e51d9fe5e32ab8379220',
  '0003-moves': 'f7049b4f50beccf2e5d86cee7aaa1f386d4b1406f0f17cb11c8777dde2899bfc',
  '0004-quarantine': 'b422faa29a9fa47e4fadff9345b8cfeacc7b27d86dea95a668df9c4cd8c92c54',
  '0005-counts': '2b5c011b47a5db2e5217d4182019a846d129dea114d1b1a0dd0cbf895451c94f',
  '0006-trials': '5aef1951bb3c294ccca2fcd7d108c42cfc67d59bac67b98278b4d888b335f8c1',
  '0007-your-licences': '1251feb0b53990bd60c09d6aab419088e45f3f296884c23caab9f4ff83ac74cc',
  '0008-licence-changes': 'fda631836ca89505bc8c96a48785522bf5c75bf5a7d42aab1942fc0ab40f4b23',
  '0010-paying': '68cb3a307c6a2afbd664e897e1db2c034fef9a6a2a123fef5852e83e14f5965b',
  '0011-webhooks': '394d1aa0baa761147814bc9dd7f92e1d7b90372a67a3fb8031162ff46d1ad993',
  '0012-orders-by-paid-at': '84bc45ac7ed6f63fbdad7c512133fe04579795ae1ef5916d3b7bf65efb1e8fe9',
  '0014-desk': '01d3ba4503c59b98f3dd4ae967d8264c228deeb132c03d41ee42a56166ba1974',
  '0015-search': '24c4d97eb2e830f57757559c9a68af2f9032c5337f3dca244a252ff785bbd100',
  '0016-books': 'a0302f36c0f9fa39d75bc1f00ded9113bc327b2a436cd1c9521349b0c68a6b5a',
  '0017-statements': 'b49eced150cab1b77f17dedce361ffad4455347c81b36de9af543cab560ec114',
  '0018-desk-at-size': '23de41534f8dfd19a37e15e9e8a1777af40107e63ae617eab5dd136d1c27a3b6',
  '0019-find-quotes': 'ae8203b57c837a4f4678dbe546476c9f52628c85566daca9b97745c116e043d6',
  '0020-find-by-newest': '43bc78d8a5af2915b9ee8825091fb79e72bc01a0d23fd387ec1b926c44dca79f',
  '0021-whose-lines': '163418c6e9eba677296a379d45a11bfdcaecbd3a3c3c8b7e00fc5231b2b12ff7',
  '0022-quotes-by-code': 'b91932aa5b6b1cef8614cb9ebcdb432163c4686737fbdc0271c0ed87b1a19acf',
  '0023-keyed-acts': '0d9bfa5a0d8832e719c36a45555fde5be914e21bbb213551f8b924a691623b04',
  '0025-updates-of-replaced-keys': 'b03bfa5be77240eff1803ab1fbbcc63cc0da235505ab9e72765081eed4fb9acd',
  '0026-keys-of-moves': 'cafb5aae355c3706739f17fea4038ed85aa30209891c47dbe6129460e89ed563',
  '0027-withdrawn-quotes': 'b5b220328c2e99b2fc02ce88677f9e61e15628b8ceb44a698a6c0e197f1f5eaf',
  '0028-narrow-tokens': 'd8eb97b69f36cc02c2398746c30f78b44da38f63bdf6a8433603121085e40bfa',
  '0029-corrections': '976016a5b4c46b8176e6c31c497530fb043ed1e66aa562f3d47dd9fb3f436215',
  '0030-later-news': 'aedd23bf28b484c11ec4be7438047af3fc046a7f5f03aa02d89c7b1f9b99e84d',
  '0031-refund-failures': '38b7bc6541ca4d23338f7a424ca7aabb8443926c2f712f3a3a48d03f873505a0',
  '0032-refusals': '3d1299860a8b74ee348e5458ba660871a35f7816a648908d1a2ab364f5852ad8',
  '0033-receivers': '1a5017782c420cd411c9742b80700e9a2970880e04e80ff25860b01d4041f31f',
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

  test('to which a newer version only added is used, and left as it is', async () => {
    const { database, environment } = await databases.create()
    await upgradeBy(
      database,
      'create table later (id text primary key, order_id text not null references orders (id))',
      'create unique index later_by_order on later (order_id)',
      'alter table orders add column note text',
      "alter table orders add column colour text not null default 'blue'",
      'create index orders_by_note on orders (note)',
    )
    await prepareSchema(database, createLineLog().log)
    expect(await migrate(database)).toEqual([])
    const shop = await openShop(environment, closing)
    await shop.placeCardOrder()
  })

  test.each([
    ['took a column away', ['alter table orders drop column price_version'], 'orders.price_version is gone'],
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
      ['create unique index one_name on orders (customer_name, country)'],
      'orders (customer_name, country) must be unique',
    ],
  ])('whose newer version %s is refused', async (_title, statements, reason) => {
    const { database } = await databases.create()
    await upgradeBy(database, ...statements)
    const message = `newer than this version: it has 9999-future; ${reason}`
    await expect(prepareSchema(database, createLineLog().log)).rejects.toThrow(message)
    await expect(migrate(database)).rejects.toThrow(message)
  })
})

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
  // Triggers fill the search's tables.
  const tables = (await db.introspection.getTables()).filter(({ name }) => !name.startsWith('search_'))
  const rows = tables.map(({ name, columns }): [string, Row] => [
    name,
    Object.fromEntries(columns.map((column) => [column.name, anyValue(column.dataType)])),
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

function anyValue(dataType: string): unknown {
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
