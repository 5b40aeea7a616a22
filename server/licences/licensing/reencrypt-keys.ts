import { sql } from 'kysely'
import type { Trx } from '../../runtime/db/database.ts'
import { readBatches } from '../../runtime/db/read-batches.ts'
import type { Random } from '../../runtime/ids.ts'
import type { HeldSecrets, Secrets } from '../../runtime/keys/data-secret.ts'
import { resealOldKey } from './old-keys.ts'
import { keysAtOnce, readLicences, revealKey, storedKey, writeKeys } from './stored-key.ts'

type Replacing = { before: Secrets; after: HeldSecrets; random: Random }

/**
 * Re-encrypts all licence keys and look-ups.
 * @returns number of keys
 * @throws Error if a stored key can't be decrypted
 */
export async function reencryptKeys(trx: Trx, replacing: Replacing): Promise<number> {
  await resealOldKeys(trx, replacing)
  await forgetUploads(trx)
  const { before, after, random } = replacing
  const sealed = { secrets: after, random }
  let count = 0
  for await (const rows of readLicences(trx)) {
    await writeKeys(
      trx,
      rows.map((row) => ({ id: row.id, ...storedKey(row.id, revealKey(row, before), sealed) })),
    )
    count += rows.length
  }
  return count
}

/** Deletes files of unfinished imports, which must be uploaded again. */
export async function forgetUploads(trx: Trx): Promise<void> {
  await trx.deleteFrom('import_chunks').execute()
  await trx.updateTable('imports').set({ stored: 0 }).where('stored', '=', 1).execute()
}

/** Pages by licence, because the look-ups themselves change. */
async function resealOldKeys(trx: Trx, replacing: Replacing): Promise<void> {
  const pages = readBatches({ licence_id: '' }, ({ licence_id: last }) => {
    const licences = trx
      .selectFrom('old_keys')
      .select('licence_id')
      .distinct()
      .where('licence_id', '>', last)
      .orderBy('licence_id')
      .limit(keysAtOnce)
    return trx
      .selectFrom('old_keys')
      .select(['key_lookup', 'hash_cipher', 'licence_id'])
      .where('licence_id', 'in', licences)
      .orderBy('licence_id')
      .execute()
  })
  for await (const rows of pages) {
    // Both engines name the columns of VALUES column1, column2 and so on.
    const fresh = rows.map((row) => {
      const { key_lookup, hash_cipher } = resealOldKey(row, replacing)
      return sql`(${row.key_lookup}, ${key_lookup}, ${hash_cipher})`
    })
    await sql`update old_keys set key_lookup = fresh.column2, hash_cipher = fresh.column3
      from (values ${sql.join(fresh)}) as fresh where old_keys.key_lookup = fresh.column1`.execute(trx)
  }
}
