import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Client } from 'pg'
import { afterEach, beforeEach, describe, inject, type RunnerTask } from 'vitest'
import { runs } from '#shared/testing/properties.ts'
import { type Database, type Db, databaseFile, type Engine, openDatabase } from '../../runtime/db/database.ts'
import { giveSigningKey } from './signing-key.ts'

declare module 'vitest' {
  interface TaskMeta {
    needsBothEngines?: boolean
  }
}

/** Environment variables that name a database. */
export type DatabaseEnvironment = { DATABASE_URL?: string; DATA_DIR: string }

export type TestDatabases = {
  engine: Engine
  /** Creates an empty, migrated database, and the variables with which another process opens it. */
  create(options?: { migrated: boolean }): Promise<{ database: Database; environment: DatabaseEnvironment }>
}

type Tests = (databases: TestDatabases) => void

const bothEngines: Engine[] = ['sqlite', 'postgres']

/** SQLite waits for a disk at each commit. A container may have little memory there. */
const inMemory = freeBytes('/dev/shm') > 1e9 ? '/dev/shm' : tmpdir()

function freeBytes(dir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dir)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Runs the same tests on SQLite and PostgreSQL, and cleans up after each. */
export function describeOnBothEngines(title: string, tests: Tests): void {
  describeOn(bothEngines, title, tests)
}

/**
 * For our own rules, which no engine affects: each test runs on one engine in turn. `onBoth` marks tests of
 * concurrency, crashes and malformed input, which engines may break differently. A deep run takes all on
 * both.
 */
export function describeOnEitherEngine(title: string, tests: Tests): void {
  describeOn(bothEngines, title, (databases) => {
    beforeEach(({ task, skip }) => {
      const isOthers = turnOf(task) % 2 === 1 - bothEngines.indexOf(databases.engine)
      skip(isOthers && runs(1) === 1, 'The other engine runs it.')
    })
    tests(databases)
  })
}

/** Options of a test or a `describe`. */
export const onBoth = { meta: { needsBothEngines: true } }

/** @returns the index within its suite, which decides the engine; NaN for tests on both */
function turnOf(task: RunnerTask): number {
  if (task.meta.needsBothEngines) return Number.NaN
  const { suite } = task
  return suite?.suite ? turnOf(suite) : (suite?.tasks.indexOf(task) ?? 0)
}

/** For behaviour that only SQLite has, such as one writer at a time. */
export function describeOnSqlite(title: string, tests: Tests): void {
  describeOn(['sqlite'], title, tests)
}

/** For data that several machines share. */
export function describeOnPostgres(title: string, tests: Tests): void {
  describeOn(['postgres'], title, tests)
}

function describeOn(engines: Engine[], title: string, tests: Tests): void {
  describe.each(engines)(`${title} (%s)`, (engine) => {
    const made: { database: Database; dataDir: string; postgres: PostgresDatabase | null }[] = []

    afterEach(async () => {
      for (const { database, dataDir, postgres } of made.splice(0)) {
        if (postgres && (await isEmptied(postgres, database))) emptied.push({ ...postgres, database })
        else await database.close()
        rmSync(dataDir, { recursive: true, force: true })
      }
    })

    async function create({ migrated } = { migrated: true }) {
      const dataDir = mkdtempSync(join(inMemory, 'site-'))
      const postgres = engine === 'postgres' ? await findPostgresDatabase(migrated) : null
      const databaseUrl = postgres?.url ?? null
      if (engine === 'sqlite' && migrated) copyFileSync(inject('migratedFile'), databaseFile(dataDir))
      const database = postgres?.database ?? (await openDatabase({ databaseUrl, dataDir }))
      made.push({ database, dataDir, postgres })
      if (databaseUrl) giveSigningKey(dataDir)
      const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
      return { database, environment }
    }

    tests({ engine, create })
  })
}

/** Lets competing transactions get as far as they can. Counts turns, because a busy machine slows all of them alike. */
export async function giveWay(trx: Db): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    await sql`select 1`.execute(trx)
    await nextTurn()
  }
}

/** Keeps connections of migrated databases, because a new one costs more than most tests. */
type PostgresDatabase = { url: string; client: Client | null; database?: Database }

/** Databases of this process's earlier tests. Emptying one takes a tenth of the time that making one does. */
const emptied: PostgresDatabase[] = []

async function findPostgresDatabase(migrated: boolean): Promise<PostgresDatabase> {
  return (migrated && emptied.pop()) || createPostgresDatabase(migrated)
}

/** The server's end removes it, because another process may still use it. */
async function createPostgresDatabase(migrated: boolean): Promise<PostgresDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maker = await connect(`${server}/postgres`)
  await maker.query(`create database ${name} template ${migrated ? 'template1' : 'template0'}`)
  await maker.end()
  // The driver would ask the server about TLS by a connection of its own.
  const url = `${server}/${name}?sslmode=disable`
  if (!migrated) return { url, client: null }
  const client = await connect(url)
  shapeOfNew ??= await shapeOf(client)
  return { url, client }
}

/** @returns false for a database that no longer looks as a new one does */
async function isEmptied({ client }: PostgresDatabase, database: Database): Promise<boolean> {
  if (!client) return false
  try {
    await database.ping()
    // A query that a test left behind would write into the next test's rows.
    const isIdle = database.pools?.().every(({ busy }) => busy === 0)
    if (isIdle && (await shapeOf(client)) === shapeOfNew) {
      await client.query(emptying)
      return true
    }
  } catch {
    // Its test ended every connection.
  }
  await client.end()
  return false
}

let shapeOfNew: string | undefined

/** Columns, and which migrations made them. */
async function shapeOf(client: Client): Promise<string> {
  const { rows } = await client.query(`select
    (select string_agg(attrelid::regclass || '.' || attname, ' ' order by attrelid, attnum) from pg_attribute
      where attrelid in (select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)) as columns,
    (select string_agg(name, ' ' order by name) from kysely_migration) as migrations`)
  return JSON.stringify(rows)
}

const emptying = `do $$ declare each text; begin
  set local session_replication_role = replica;
  for each in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
    execute 'delete from ' || each;
  end loop;
end $$`

async function connect(url: string): Promise<Client> {
  const { default: pg } = await import('pg')
  const client = new pg.Client(url)
  // The server may end before this process does.
  client.on('error', () => {})
  await client.connect()
  return client
}
