import type { LicenceAccess } from '#shared/licensing/changes.ts'
import type { Db } from '../../db/database.ts'
import type { LicenceRow } from '../../db/schema.ts'
import type { Keyring } from '../../keys/keyring.ts'
import type { Licensing } from '../activate.ts'
import { readLicenceToken } from '../licence-token.ts'
import { type FoundLicence, findLicence } from '../licences.ts'
import { orRefuse } from '../refusals.ts'

/**
 * The licence that a key or a mail's token names, where it can be changed.
 * @param keyPointer where the request carries the key
 * @throws AppError 422 `licence_key_malformed`, 404 `licence_not_found`, 403 `licence_suspended`, `licence_revoked`
 */
export async function findChangeable(
  { database: { db }, keyring }: Pick<Licensing, 'database' | 'keyring'>,
  access: LicenceAccess,
  keyPointer: string,
): Promise<LicenceRow> {
  const found =
    access.key === undefined
      ? await findByToken(db, access.token ?? '', keyring)
      : await findLicence(db, access.key, keyring)
  if (typeof found === 'string') return orRefuse<LicenceRow>({ refused: found }, keyPointer)
  return found.status === 'active' ? found : orRefuse<LicenceRow>({ refused: `licence_${found.status}` })
}

async function findByToken(db: Db, token: string, keyring: Keyring): Promise<FoundLicence> {
  const id = readLicenceToken('licence renewal', token, await keyring.secrets(db))
  const licence = id && (await db.selectFrom('licences').selectAll().where('id', '=', id).executeTakeFirst())
  return licence || 'licence_not_found'
}
