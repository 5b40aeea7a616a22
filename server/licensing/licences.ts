import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import { readLicenceKey } from '#shared/licensing/licence-key.ts'
import type { Database, Db, Trx } from '../db/database.ts'
import type { LicenceRow } from '../db/rows/licences.ts'
import type { Keyring } from '../keys/keyring.ts'
import { isReplacedKey } from './replaced-keys.ts'
import { keyLookup } from './stored-key.ts'

/** The licence of a key, or the reason why the key has none. */
export type FoundLicence = LicenceRow | 'licence_key_malformed' | 'licence_not_found' | 'licence_key_replaced'

/** One probe of an index, by an HMAC that says nothing of how much of a key was right. */
export async function findLicence(db: Db, keyText: string, keyring: Keyring): Promise<FoundLicence> {
  const key = readLicenceKey(keyText)
  if (!key) return 'licence_key_malformed'
  const licence = await keyring.readSealed(db, (secrets) =>
    db
      .selectFrom('licences')
      .selectAll()
      .where('key_lookup', '=', keyLookup(key, secrets))
      .executeTakeFirst(),
  )
  // Asked of every key, so the time says nothing of which one was found.
  const isReplaced = await isReplacedKey(db, key)
  return licence ?? (isReplaced ? 'licence_key_replaced' : 'licence_not_found')
}

/** The licence as it is now, held until the transaction ends. SQLite's transactions hold everything from their start. */
export function lockLicence(trx: Trx, id: string, engine: Database['engine']): Promise<LicenceRow> {
  return trx
    .selectFrom('licences')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
}

export function licenceInfo(licence: LicenceRow, used: number, product: string): LicenceInfo {
  return {
    product,
    sku: licence.sku,
    plan: licence.plan,
    status: licence.status,
    keyHint: licence.key_hint,
    seats: seatsOf(licence, used),
    updatesUntil: licence.updates_until,
    licensedTo: {
      name: licence.licensed_name,
      ...(licence.licensed_company !== null && { companyName: licence.licensed_company }),
    },
  }
}

/** A lowered limit may be below the machines that are on. They keep their seats, and `remaining` is then 0. */
export function seatsOf({ seat_limit: limit }: LicenceRow, used: number): LicenceInfo['seats'] {
  return { limit, used, remaining: Math.max(0, limit - used) }
}
