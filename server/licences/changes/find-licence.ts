import type { LicenceAccess } from '#shared/licensing/changes.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Licensing } from '../licensing/activate.ts'
import { findLicence } from '../licensing/licences.ts'
import { orRefuse } from '../licensing/refusals.ts'
import { findRemindedLicence } from '../reminders/reminder-token.ts'

/**
 * @param keyPointer points to the key in the request
 * @throws AppError 422 `licence_key_malformed`, 404 `licence_not_found`, 403 `licence_suspended`, `licence_revoked`
 */
export async function findChangeable(
  { database: { db }, keyring }: Pick<Licensing, 'database' | 'keyring'>,
  access: LicenceAccess,
  keyPointer: string,
): Promise<LicenceRow> {
  const found =
    access.key === undefined
      ? ((await findRemindedLicence(db, access.token ?? '', keyring)) ?? 'licence_not_found')
      : await findLicence(db, access.key, keyring)
  if (typeof found === 'string') return orRefuse<LicenceRow>({ refused: found }, keyPointer)
  return found.status === 'active' ? found : orRefuse<LicenceRow>({ refused: `licence_${found.status}` })
}
