import { createHash } from 'node:crypto'
import type { Db } from '../db/database.ts'

/** @param key as `readLicenceKey` returns it */
export async function isReplacedKey(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('replaced_keys')
    .select('key_hint')
    .where('key_hash', '=', hashDeadKey(key))
    .executeTakeFirst()
  return row !== undefined
}

/** A plain hash survives a change of the data secret. It's safe, because the key is random and dead. */
export function hashDeadKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
