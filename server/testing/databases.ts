import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, inject } from 'vitest'
import { type Database, type Db, type Engine, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'

/** What a site is told of its database by the environment. */
export type DatabaseEnvironment = { DATABASE_URL?: string; DATA_DIR: string }

export type TestDatabases = {
  engine: Engine
  /** An empty database of its own, migrated unless told otherwise; and what a process has to be told to open it too. */
  create(options?: { migrated: boolean }): Promise<{ database: Database; environment: DatabaseEnvironment }>
}

type Tests = (databases: TestDatabases) => void

/** The same tests on SQLite and on PostgreSQL. What they made is removed after each test. */
export function describeOnBothEngines(title: string, tests: Tests): void {
  describeOn(['sqlite', 'postgres'], title, tests)
}

/** For what PostgreSQL doesn't know, such as one writer at a time. */
export function describeOnSqlite(title: string, tests: Tests): void {
  describeOn(['sqlite'], title, tests)
}

/** For what several machines share. */
export function describeOnPostgres(title: string, tests: Tests): void {
  describeOn(['postgres'], title, tests)
}

function describeOn(engines: Engine[], title: string, tests: Tests): void {
  describe.each(engines)(`${title} (%s)`, (engine) => {
    const made: { database: Database; dataDir: string }[] = []

    afterEach(async () => {
      for (const { database, dataDir } of made.splice(0)) {
        await database.close()
        rmSync(dataDir, { recursive: true, force: true })
      }
    })

    async function create({ migrated } = { migrated: true }) {
      const dataDir = mkdtempSync(join(tmpdir(), 'site-'))
      const databaseUrl = engine === 'postgres' ? await createPostgresDatabase() : null
      const database = await openDatabase({ databaseUrl, dataDir })
      made.push({ database, dataDir })
      if (migrated) await migrate(database)
      const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
      return { database, environment }
    }

    tests({ engine, create })
  })
}

/**
 * Lets others that use the same database get as far as they can while this transaction is open.
 * It counts turns because a busy machine slows these and the others alike.
 */
export async function giveWay(trx: Db): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    await sql`select 1`.execute(trx)
    await nextTurn()
  }
}

/** Left to the server's end: another process may still be on it. */
async function createPostgresDatabase(): Promise<string> {
  const { default: pg } = await import('pg')
  const server = inject('postgresUrl')
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${name}`)
  await client.end()
  return `${server}/${name}`
}
