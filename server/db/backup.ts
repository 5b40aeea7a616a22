import { execFile } from 'node:child_process'
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Config } from '../config.ts'
import { toolAddress } from './postgres-address.ts'

/** Copies a snapshot while others write; the file appears whole or not at all. @param environment for `pg_dump` */
export async function backUp(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ bytes: number }> {
  if (existsSync(file)) throw new Error(`${file} exists already.`)
  const draft = `${file}.part`
  try {
    writeFileSync(draft, '', { mode: 0o600 })
    if (databaseUrl) await dumpPostgres(databaseUrl, draft, environment)
    else copySqlite(join(dataDir, 'site.db'), draft)
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return { bytes: statSync(file).size }
}

/** One read transaction, because SQLite's online backup restarts whenever another process writes. */
function copySqlite(source: string, target: string): void {
  if (!existsSync(source)) throw new Error(`There is no database at ${source}.`)
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
  try {
    database.prepare('vacuum into ?').run(target)
  } finally {
    database.close()
  }
}

async function dumpPostgres(url: string, target: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const { dbname, password } = toolAddress(url)
  const args = ['--format=custom', `--file=${target}`, '--no-password', `--dbname=${dbname}`]
  try {
    // The password goes through the environment, because everybody on the machine can read arguments.
    const { PGSSLMODE: _mode, PGSSLROOTCERT: _certificate, ...others } = environment
    const env = { ...others, ...(password && { PGPASSWORD: password }) }
    await promisify(execFile)('pg_dump', args, { env })
  } catch (error) {
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string }
    const reason =
      code === 'ENOENT' ? 'isn’t installed here' : `failed: ${stderr.trim().replace(/\s+/g, ' ')}`
    throw new Error(
      `pg_dump ${reason}. Install the client tools of your PostgreSQL’s version, or back up where the database runs.`,
    )
  }
}
