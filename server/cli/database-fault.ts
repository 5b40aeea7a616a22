import { readConfig } from '../config.ts'
import { nameDatabase } from '../runtime/db/open-ready.ts'

/** SQLite's own words say neither which file nor what to do. @returns null for another error */
export function describeDatabaseFault(error: unknown): string | null {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown }
  const fault = code === 'ERR_SQLITE_ERROR' ? faults[Number(errcode) & 0xff] : undefined
  return fault ? `${nameDatabase(readConfig())} ${fault} Nothing was done.` : null
}

/** https://sqlite.org/rescode.html */
const faults: Record<number, string> = {
  5: 'is locked: another process has been writing for five seconds. Try again, or see who: fuser.',
  8: 'can’t be written: run this as the site’s user.',
  13: 'lies on a full disk: make room there.',
}
