import { mkdtempSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openContentCache } from '../../content/content-cache.ts'
import { describeOnBothEngines, giveWay } from '../../testing/support/databases.ts'
import { startRelay } from '../../testing/support/relay.ts'
import { createLineLog } from '../../testing/support/test-app.ts'
import { signingKeyFile } from '../keys/signing-key-file.ts'
import { openDatabase, openPostgres, openSqlite } from './database.ts'
import { isUnavailable } from './is-unavailable.ts'
import { migrate, prepareSchema } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import { nameDatabase } from './open-ready.ts'

test('a folder that is made for data is its owner’s alone, whoever needs it first', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'site-'))
  const makers = {
    database: (dir: string) => openSqlite(join(dir, 'site.db')).close(),
    key: (dir: string) => signingKeyFile(dir),
    cache: (dir: string) => openContentCache(join(dir, 'cache'), '1')?.close(),
  }
  for (const [name, make] of Object.entries(makers)) {
    const dir = join(parent, name)
    await make(dir)
    expect(statSync(dir).mode & 0o777, name).toBe(0o700)
  }
})

describeOnBothEngines('a database', ({ engine, create }) => {
  test('is migrated once, however many start at the same time', async () => {
    const { environment } = await create({ migrated: false })
    const config = { databaseUrl: environment.DATABASE_URL ?? null, dataDir: environment.DATA_DIR }
    const all = await Promise.all(Array.from({ length: 4 }, () => openDatabase(config)))
    const run = await Promise.all(all.map(migrate))
    expect(run.flat()).toEqual(Object.keys(migrations))
    expect(await Promise.all(all.map(migrate))).toEqual([[], [], [], []])
    await Promise.all(all.map(({ close }) => close()))
  })

  test('that is older is migrated where nobody else is on it, and refused where others may be', async () => {
    const { database } = await create({ migrated: false })
    const { log, logged } = createLineLog()
    const prepare = () => prepareSchema(database, log)
    if (engine === 'sqlite') await prepare()
    else await expect(prepare()).rejects.toThrow('is empty. Run: npm run admin')
    expect(logged).toMatchObject(
      engine === 'sqlite'
        ? [
            { msg: 'migrating the database', migrations: Object.keys(migrations) },
            { msg: 'the database is migrated', ms: expect.any(Number) },
          ]
        : [],
    )
    logged.length = 0
    expect(await migrate(database)).toHaveLength(engine === 'sqlite' ? 0 : Object.keys(migrations).length)
    await prepare()
    expect(logged).toEqual([])
  })

  test('hands over whole numbers and bytes as they were stored', async () => {
    const { database } = await create()
    await database.db.insertInto('counters').values({ name: 'a', value: 2_000_000_000 }).execute()
    const { count } = await database.db
      .selectFrom('counters')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
    expect(await database.db.selectFrom('counters').select('value').executeTakeFirst()).toEqual({
      value: 2_000_000_000,
    })
  })

  test('keeps nothing of a transaction that failed', async () => {
    const { db } = (await create()).database
    const failed = db.transaction().execute(async (trx) => {
      await trx.insertInto('counters').values({ name: 'a', value: 1 }).execute()
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    expect(await db.selectFrom('counters').selectAll().execute()).toEqual([])
  })

  test.runIf(engine === 'postgres')('counts busy connections, and what waits for one', async () => {
    const { environment } = await create()
    const config = { databaseUrl: environment.DATABASE_URL ?? null, dataDir: environment.DATA_DIR }
    const { db, pools, close } = await openDatabase({ ...config, databasePoolMax: 2 })
    let waiting: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      waiting = sql`select 1`.execute(db)
      await giveWay(trx)
      expect(pools?.()).toEqual([{ pool: 'site', busy: 1, waiting: 1, max: 1 }])
    })
    await waiting
    expect(pools?.()).toEqual([{ pool: 'site', busy: 0, waiting: 0, max: 1 }])
    await close()
  })

  test.runIf(engine === 'postgres')('uses one core for a report', async () => {
    const { db } = (await create()).database
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local parallel_setup_cost = 0`.execute(trx)
      await sql`set local min_parallel_table_scan_size = 0`.execute(trx)
      return sql`explain select count(*) from orders`.execute(trx)
    })
    expect(JSON.stringify(plan.rows)).not.toContain('Gather')
  })

  test('that doesn’t answer is known by its ping', async () => {
    const { database } = await create()
    await database.ping()
    await database.close()
    await expect(database.ping()).rejects.toThrow()
    database.close = async () => {}
  })
})

test('PostgreSQL whose socket is missing is unavailable, and a file that is missing is a fault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'socket-'))
  const faultOf = (failing: Promise<unknown>) => failing.then(() => null, isUnavailable)
  for (const databaseUrl of [
    `postgres://site@${encodeURIComponent(folder)}/site?sslmode=disable`,
    `postgres:///site?host=${folder}&sslmode=disable`,
  ]) {
    const database = await openDatabase({ databaseUrl, dataDir: folder })
    expect(await faultOf(database.ping())).toBe(true)
    expect(nameDatabase({ databaseUrl, dataDir: folder })).toMatch(new RegExp(`^PostgreSQL at ${folder}/`))
    await database.close()
  }
  expect(await faultOf(readFile(join(folder, 'none')))).toBe(false)
})

test('a server that takes a connection and says nothing is unavailable', async () => {
  const relay = await startRelay(`${inject('postgresUrl')}/postgres`)
  relay.fallSilent()
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: relay.url, connectionTimeoutMillis: 50 })
  const failed = await client.connect().catch((error: unknown) => error)
  expect([failed, isUnavailable(failed)]).toEqual([expect.any(Error), true])
  await relay.close()
})

test('a connection to PostgreSQL that stays silent is given up, and another takes its place', async () => {
  const { db, close } = await openPostgres(`${inject('postgresUrl')}/postgres`, 2, 2000)
  const silent = await sql`select pg_sleep(20)`.execute(db).catch((error: unknown) => error)
  expect(silent).toMatchObject({ message: 'Connection terminated: the database is silent' })
  expect(isUnavailable(silent)).toBe(true)
  const { rows } = await sql`select 1 as one`.execute(db)
  expect(rows).toEqual([{ one: 1 }])
  await close()
})

test('an address without a user means the system’s, whatever $USER says', async () => {
  const server = new URL(inject('postgresUrl'))
  const admin = await openPostgres(`${server.href}/postgres`, 2)
  const { username } = userInfo()
  await sql`create role ${sql.id(username)} login password 'own'`.execute(admin.db)
  const { default: pg } = await import('pg')
  pg.defaults.user = 'somebody'
  const socket = `host=${server.hostname}&port=${server.port}`
  const own = await openPostgres(`postgres:///postgres?${socket}&password=own`, 2)
  const { rows } = await sql`select current_user as name`.execute(own.db)
  expect(rows).toEqual([{ name: username }])
  await own.close()
  await sql`drop role ${sql.id(username)}`.execute(admin.db)
  await admin.close()
})

test('SQLite keeps a write-ahead log, syncs every commit and takes the write lock at the start', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'site-')), 'site.db')
  const [first, second] = [openSqlite(file), openSqlite(file)]
  const pragma = async (name: string) =>
    Object.values((await sql.raw(`pragma ${name}`).execute(first.db)).rows[0] as object)[0]
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(2)
  expect(await pragma('foreign_keys')).toBe(1)
  await migrate(first)
  const order: string[] = []
  const both = [first, second].map(({ db }, index) =>
    db.transaction().execute(async (trx) => {
      order.push(`begin ${index}`)
      await giveWay(trx)
      order.push(`end ${index}`)
    }),
  )
  await Promise.all(both)
  expect(order).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1'])
  await Promise.all([first.close(), second.close()])
})

test('SQLite waits for another process that makes the file', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'site-')), 'site.db')
  const other = new DatabaseSync(file)
  other.exec('begin exclusive; create table made (id text)')
  const database = openSqlite(file)
  const read = sql`select * from made`.execute(database.db)
  await new Promise(setImmediate)
  other.exec('commit')
  other.close()
  expect((await read).rows).toEqual([])
  await database.close()
})

test('a transaction that SQLite has ended by itself says what failed, and the next one begins', async () => {
  const database = openSqlite(join(mkdtempSync(join(tmpdir(), 'site-')), 'site.db'))
  await migrate(database)
  const add = sql`insert or rollback into counters (name, value) values ('a', 1)`
  const twice = database.db.transaction().execute(async (trx) => {
    await add.execute(trx)
    await add.execute(trx)
  })
  await expect(twice).rejects.toThrow('UNIQUE')
  await database.db.transaction().execute((trx) => add.execute(trx))
  expect(await database.db.selectFrom('counters').selectAll().execute()).toHaveLength(1)
  await database.close()
})

test('a statement that SQLite keeps compiled sees rows and columns that another connection adds', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'site-')), 'site.db')
  const [first, second] = [openSqlite(file), openSqlite(file)]
  await migrate(first)
  const read = () => first.db.selectFrom('counters').selectAll().execute()
  expect(await read()).toEqual([])
  await second.db.insertInto('counters').values({ name: 'a', value: 1 }).execute()
  expect(await read()).toEqual([{ name: 'a', value: 1 }])
  await sql`alter table counters add column note text`.execute(second.db)
  expect(await read()).toEqual([{ name: 'a', value: 1, note: null }])
  await Promise.all([first.close(), second.close()])
})
