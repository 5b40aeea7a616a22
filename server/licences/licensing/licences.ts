import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import { normaliseLicenceKey, readLicenceKey } from '#shared/licensing/pasted-key.ts'
import type { TypedContent } from '../../content/read-library.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Keyring } from '../../runtime/keys/keyring.ts'
import { findByOldKey } from './old-keys.ts'
import { isReplacedKey } from './replaced-keys.ts'
import { rightsOf } from './rights.ts'
import { keyLookup } from './stored-key.ts'

export type FoundLicence = LicenceRow | 'licence_key_malformed' | 'licence_not_found' | 'licence_key_replaced'

/**
 * Finds a licence by its key, or by a key from another system. Calls a text malformed only if nothing is
 * found. Looks up an HMAC for every text, so that timing reveals nothing.
 * @param keyText as typed
 */
export async function findLicence(db: Db, keyText: string, keyring: Keyring): Promise<FoundLicence> {
  const key = normaliseLicenceKey(keyText)
  const licence = await keyring.readSealed(db, async (secrets) => {
    const own = await db
      .selectFrom('licences')
      .selectAll()
      .where('key_lookup', '=', keyLookup(key, secrets))
      .executeTakeFirst()
    const old = await findByOldKey(db, key, secrets)
    return own ?? old
  })
  const isReplaced = await isReplacedKey(db, key)
  if (licence) return licence
  if (isReplaced) return 'licence_key_replaced'
  return readLicenceKey(keyText) ? 'licence_not_found' : 'licence_key_malformed'
}

/** Locks the row until the transaction ends. */
export function lockLicence(trx: Trx, id: string): Promise<LicenceRow> {
  return trx.selectFrom('licences').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export function licenceInfo(
  licence: LicenceRow,
  used: number,
  { site, pricing }: Pick<TypedContent, 'site' | 'pricing'>,
): LicenceInfo {
  return {
    id: licence.id,
    product: site.product,
    sku: licence.sku,
    plan: licence.plan,
    status: licence.status,
    keyHint: licence.key_hint,
    seats: seatUsage(licence, used),
    updatesUntil: licence.updates_until,
    entitlements: rightsOf(licence, pricing).entitlements,
    licensedTo: licensedTo(licence),
  }
}

export function licensedTo({ licensed_name: name, licensed_company }: LicenceRow): LicenceInfo['licensedTo'] {
  return { name, ...(licensed_company !== null && { companyName: licensed_company }) }
}

/** `remaining` is 0 if a lowered limit leaves more machines active than it allows. */
export function seatUsage({ seat_limit: limit }: LicenceRow, used: number): LicenceInfo['seats'] {
  return { limit, used, remaining: Math.max(0, limit - used) }
}
