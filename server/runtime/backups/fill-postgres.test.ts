import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { runDemo } from '../../demo/run-demo.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnPostgres } from '../../testing/support/databases.ts'
import { openShop } from '../../testing/support/shop.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describeOnPostgres('a backup of SQLite', ({ create }) => {
  test('is restored into PostgreSQL with each of its rows', async () => {
    const environment = { DATA_DIR: newDir() }
    await runDemo(readConfig(environment), { orders: 1, seed: 1, end: new Date('2026-11-22T02:00:00Z') })
    const { file } = await backUp(environment)
    const { environment: grown, database } = await create({ migrated: false })
    expect(await runAdmin(grown, 'db', 'restore', file)).toMatchObject({ status: 0, stderr: '' })
    const source = new DatabaseSync(file)
    const compare = async (query: string) => {
      const { rows } = await sql.raw<Row>(query).execute(database.db)
      expect(asTexts(rows), query).toEqual(asTexts(source.prepare(query).all()))
    }
    for (const table of tablesOf(source)) await compare(`select ${columnsOf(source, table)} from ${table}`)
    const newerIsHigher = 'rank() over (partition by kind order by id)'
    await compare(`select kind, subject, facets, words, names, ${newerIsHigher} from search_entries`)
    source.close()
    await expect(database.db.deleteFrom('orders').execute()).rejects.toThrow('foreign key')
  })

  test('is the shop that goes on where it was', async () => {
    const { environment, placed } = await sell()
    const { file, keyFile } = await backUp(environment)
    const { environment: grown } = await create({ migrated: false })
    const { stdout } = await runAdmin(grown, 'db', 'restore', file)
    expect(stdout).toContain(`Restored 1 orders, the last ${placed.order.number}`)
    copyFileSync(keyFile, join(grown.DATA_DIR, 'licence-signing-key.pem'))
    const shop = await openShop(grown, closing)
    await shop.orderOf(placed).expect(200)
    const { order } = await shop.placeCardOrder()
    expect(order.number > placed.order.number).toBe(true)
    expect((await runAdmin(grown, 'db', 'restore', file)).stderr).toContain('has rows')
  })

  test('leaves a database as it was that has rows, even in its last table', async () => {
    const { environment } = await sell()
    const { file } = await backUp(environment)
    const { environment: grown, database } = await create()
    await database.db.insertInto('counters').values({ name: 'invoice', value: 7 }).execute()
    const { status, stderr } = await runAdmin(grown, 'db', 'restore', file)
    expect([status, stderr]).toEqual([1, expect.stringContaining('has rows, in counters')])
    expect(await database.db.selectFrom('orders').selectAll().execute()).toEqual([])
  })

  test('of another version is refused', async () => {
    const { environment } = await sell()
    const older = new DatabaseSync(join(environment.DATA_DIR, 'site.db'))
    older.exec('delete from kysely_migration where name = (select max(name) from kysely_migration)')
    older.close()
    const { file } = await backUp(environment)
    const { environment: grown } = await create({ migrated: false })
    expect(await runAdmin(grown, 'db', 'restore', file)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is of another version'),
    })
  })
})

async function sell() {
  const environment = { DATA_DIR: newDir() }
  const database = await openDatabase(readConfig(environment))
  await migrate(database)
  await database.close()
  const shop = await openShop(environment, closing)
  return { environment, placed: (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body }
}

async function backUp(environment: { DATA_DIR: string }): Promise<{ file: string; keyFile: string }> {
  return JSON.parse((await runAdmin(environment, 'db', 'backup', newDir(), '--json')).stdout)
}

function newDir(): string {
  return mkdtempSync(join(tmpdir(), 'grown-'))
}

/** The search has tables of each engine, and ids of its own. Its entries are compared apart. */
function tablesOf(source: DatabaseSync): string[] {
  const tables = source.prepare(`select name from sqlite_schema where type = 'table'`).all()
  return tables.map(({ name }) => String(name)).filter((name) => !/^(search|sqlite|kysely)_/.test(name))
}

/** Without what the engine generates of others. */
function columnsOf(source: DatabaseSync, table: string): string {
  const columns = source.prepare('select name from pragma_table_xinfo(?) where hidden = 0').all(table)
  return columns.map(({ name }) => `"${name}"`).join(', ')
}

type Row = Record<string, unknown>

/** Sorted, and with documents as one text whichever engine read them. */
function asTexts(rows: Row[]): string[] {
  const plain = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)
  return rows.map((row) => JSON.stringify(Object.values(row).map(plain))).toSorted()
}
