import { accessSync, constants } from 'node:fs'
import type { Found } from '#shared/desk/overview-answers.ts'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../runtime/db/database.ts'
import { requireSchema } from '../runtime/db/migrate.ts'
import { nameDatabase, openReady } from '../runtime/db/open-ready.ts'

/**
 * Never creates a database, which only the site and `db migrate` do.
 * @throws Error without one; StartError if it is old or unreachable
 */
export async function openSiteDatabase(config: Config): Promise<Database> {
  printDatabase(config)
  requireDatabase(config)
  return openReady(config, requireSchema)
}

/** Uses standard error, because programs read standard output. */
export function printDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  console.error(`Database: ${nameDatabase(config)}`)
}

/** Describes a missing or unreadable file; null for a readable one, and for PostgreSQL. Creates nothing. */
export function findNoDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Found | null {
  if (config.databaseUrl) return null
  const file = nameDatabase(config)
  try {
    accessSync(file, constants.R_OK)
    return null
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const [found, todo] = ['ENOENT', 'ENOTDIR'].includes(code)
      ? [
          `There is no database at ${file}`,
          'Give this command the variables of the site, such as DATA_DIR or DATABASE_URL, in .env or before it.',
        ]
      : [
          `The database at ${file} can’t be read as this user (${code})`,
          'Run this command as the user that the site runs as.',
        ]
    return { grade: 'stops', where: 'database', found, todo }
  }
}

/** @throws Error without a database */
export function requireDatabase(config: Config): void {
  const none = findNoDatabase(config)
  if (none) throw new Error(`${none.found}. ${none.todo}`)
}

/** SQLite's own messages name neither file nor remedy. @returns null for another error */
export function describeDatabaseFault(error: unknown): string | null {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown }
  const fault = code === 'ERR_SQLITE_ERROR' ? faults[Number(errcode) & 0xff] : undefined
  return fault ? `${nameDatabase(readConfig())} ${fault} Nothing was done.` : null
}

/** Codes of https://sqlite.org/rescode.html. */
const faults: Record<number, string> = {
  5: 'is locked: another process has been writing for five seconds. Try again, or see who: fuser.',
  8: 'can’t be written: run this as the site’s user.',
  13: 'lies on a full disk: make room there.',
}
