import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Trx } from '../../runtime/db/database.ts'
import type { Random } from '../../runtime/ids.ts'
import type { HeldSecrets, Secrets } from '../../runtime/keys/data-secret.ts'
import { revealKey, storedKey } from './stored-key.ts'

/** Encrypting this many keys blocks the event loop for about 5 ms. */
const batch = 100

/** Encrypts all licence keys and look-ups again. @returns how many @throws Error if a stored key doesn't open */
export async function reencryptKeys(
  trx: Trx,
  { before, after, random }: { before: Secrets; after: HeldSecrets; random: Random },
): Promise<number> {
  let [count, last] = [0, '']
  for (;;) {
    const rows = await trx
      .selectFrom('licences')
      .select(['id', 'key_cipher'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (rows.length === 0) return count
    const fresh = rows.map((row) => {
      const { key_lookup, key_cipher } = storedKey(row.id, revealKey(row, before), { secrets: after, random })
      return sql`(${row.id}, ${key_lookup}, ${key_cipher})`
    })
    // Both engines name the columns of VALUES column1, column2 and so on.
    await sql`update licences set key_lookup = fresh.column2, key_cipher = fresh.column3
      from (values ${sql.join(fresh)}) as fresh where licences.id = fresh.column1`.execute(trx)
    count += rows.length
    last = rows.at(-1)?.id ?? last
    await nextTurn()
  }
}
