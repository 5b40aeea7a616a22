import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '../../config.ts'
import { databaseFile } from '../db/database.ts'
import { toolAddress } from '../db/postgres-address.ts'
import { ignoreOutput, runTool } from './postgres-tools.ts'

/**
 * Copies a snapshot while others write. The file appears complete or not at all.
 * @throws if the file exists or can't be written
 */
export async function copyDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ bytes: number }> {
  if (existsSync(file)) throw new Error(`${file} exists already.`)
  const draft = `${file}.part`
  try {
    writeFileSync(draft, '', { mode: 0o600 })
    if (databaseUrl) await dumpPostgres(databaseUrl, draft, environment)
    else copySqlite(databaseFile(dataDir), draft)
    renameSync(draft, file)
  } catch (error) {
    throw isFull(error) ? new Error(`There is no room for the copy in ${dirname(file)}.`) : error
  } finally {
    // SQLite leaves its journal behind if the disk is full.
    for (const each of [draft, `${draft}-journal`]) rmSync(each, { force: true })
  }
  return { bytes: statSync(file).size }
}

/** SQLite doesn't say which disk is full, and assumes the database's. */
export function isFull(error: unknown): boolean {
  const { errcode, message = '' } = error as { errcode?: number; message?: string }
  return errcode === 13 || /ENOSPC|No space left on device/.test(message)
}

/** Uses one read transaction, because SQLite's online backup restarts whenever another process writes. */
function copySqlite(source: string, target: string): void {
  if (!existsSync(source)) throw new Error(`There is no database at ${source}.`)
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
  try {
    database.prepare('vacuum into ?').run(target)
  } finally {
    database.close()
  }
}

/** `pg_dump` reads one snapshot, and `pg_restore` restores it. */
function dumpPostgres(url: string, target: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const { dbname, password } = toolAddress(url)
  const args = ['--format=custom', `--file=${target}`, '--no-password', `--dbname=${dbname}`]
  return runTool('pg_dump', args, { environment, password }, ignoreOutput)
}
