import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, inject } from 'vitest'
import { type Database, type Db, databaseFile, type Engine, openDatabase } from '../db/database.ts'

/** Environment variables that name a database. */
export type DatabaseEnvironment = { DATABASE_URL?: string; DATA_DIR: string }

export type TestDatabases = {
  engine: Engine
  /** Creates an empty, migrated database, and the variables with which another process opens it. */
  create(options?: { migrated: boolean }): Promise<{ database: Database; environment: DatabaseEnvironment }>
}

type Tests = (databases: TestDatabases) => void

/** Runs the same tests on SQLite and PostgreSQL, and cleans up after each. */
export function describeOnBothEngines(title: string, tests: Tests): void {
  describeOn(['sqlite', 'postgres'], title, tests)
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
    const made: { database: Database; dataDir: string }[] = []

    afterEach(async () => {
      for (const { database, dataDir } of made.splice(0)) {
        await database.close()
        rmSync(dataDir, { recursive: true, force: true })
      }
    })

    async function create({ migrated } = { migrated: true }) {
      const dataDir = mkdtempSync(join(tmpdir(), 'site-'))
      const databaseUrl = engine === 'postgres' ? await createPostgresDatabase(migrated) : null
      if (engine === 'sqlite' && migrated) copyFileSync(inject('migratedFile'), databaseFile(dataDir))
      const database = await openDatabase({ databaseUrl, dataDir })
      made.push({ database, dataDir })
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

/** The server's end removes it, because another process may still use it. */
async function createPostgresDatabase(migrated: boolean): Promise<string> {
  const { default: pg } = await import('pg')
  const server = inject('postgresUrl')
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${name} template ${migrated ? 'template1' : 'template0'}`)
  await client.end()
  return `${server}/${name}`
}
