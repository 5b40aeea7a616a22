import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { databaseFile, openDatabase } from '../db/database.ts'
import { toolAddress } from '../db/postgres-address.ts'
import { makePrivateFolder, takeFromOthers } from '../private-files.ts'
import { type Manifest, verifyBackup } from './backup.ts'
import { fillPostgres } from './fill-postgres.ts'
import { ignoreOutput, runTool } from './postgres-tools.ts'

/**
 * Never replaces a database. A backup of SQLite can also fill PostgreSQL.
 * @returns the manifest
 * @throws Error for a damaged backup, one of PostgreSQL without DATABASE_URL, or an existing database
 */
export async function restoreBackup(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<Manifest> {
  const isDump = file.endsWith('.dump')
  if (isDump && !databaseUrl) throw new Error(`${file} is of PostgreSQL: set DATABASE_URL.`)
  const manifest = await verifyBackup(file, environment)
  if (!databaseUrl) restoreSqlite(file, dataDir)
  else if (isDump) await restorePostgres(databaseUrl, file, environment)
  else await fillPostgres(databaseUrl, file)
  return manifest
}

function restoreSqlite(file: string, dataDir: string): void {
  const target = databaseFile(dataDir)
  // SQLite would apply another database's log to the copy.
  const inPlace = [target, `${target}-wal`, `${target}-shm`].find(existsSync)
  if (inPlace) throw new Error(`${inPlace} is there: stop the site and move it away, with its -wal and -shm.`)
  makePrivateFolder(dataDir)
  copyFileSync(file, `${target}.part`)
  takeFromOthers(`${target}.part`)
  renameSync(`${target}.part`, target)
}

async function restorePostgres(url: string, file: string, environment: NodeJS.ProcessEnv): Promise<void> {
  await requireEmpty(url)
  const { dbname, password } = toolAddress(url)
  const safely = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', '--no-password']
  await runTool(
    'pg_restore',
    [...safely, `--dbname=${dbname}`, file],
    { environment, password },
    ignoreOutput,
  )
}

async function requireEmpty(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  try {
    const tables = sql`select 1 from information_schema.tables where table_schema = current_schema() limit 1`
    const { rows } = await tables.execute(database.db)
    if (rows.length > 0)
      throw new Error('The database of DATABASE_URL has tables: restore into an empty one.')
  } finally {
    await database.close()
  }
}
