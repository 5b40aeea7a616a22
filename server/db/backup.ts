import { execFile } from 'node:child_process'
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Config } from '../config.ts'
import { toolAddress } from './postgres-address.ts'

/**
 * Copies the database as it is at one moment, while others write to it. The file is whole or not there, and its owner's
 * alone.
 * @param environment what `pg_dump` is found by, and told
 * @throws when the file exists already, or can't be written
 */
export async function backUp(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ bytes: number }> {
  if (existsSync(file)) throw new Error(`${file} exists already.`)
  const draft = `${file}.part`
  try {
    // It keeps its mode when the copy is written into it.
    writeFileSync(draft, '', { mode: 0o600 })
    if (databaseUrl) await dumpPostgres(databaseUrl, draft, environment)
    else copySqlite(join(dataDir, 'site.db'), draft)
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return { bytes: statSync(file).size }
}

/** In one reading transaction: the online backup begins anew with every write of another process, and might never end. */
function copySqlite(source: string, target: string): void {
  if (!existsSync(source)) throw new Error(`There is no database at ${source}.`)
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
  try {
    database.prepare('vacuum into ?').run(target)
  } finally {
    database.close()
  }
}

/** By PostgreSQL's own tool, which reads from one snapshot; `pg_restore` brings it back. */
async function dumpPostgres(url: string, target: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const { dbname, password } = toolAddress(url)
  const args = ['--format=custom', `--file=${target}`, '--no-password', `--dbname=${dbname}`]
  try {
    // By the environment: arguments can be read by everybody on the machine.
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
