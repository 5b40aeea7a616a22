import { createHmac } from 'node:crypto'
import { hashToken } from '../../people/sign-in/token.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { ActivationRow, LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { HeldSecrets } from '../../runtime/keys/data-secret.ts'

/**
 * "up_…". Names an activation at the update feeds, so that its key isn't sent there. It stays the same until the data
 * secret is replaced; then the next activation draws another.
 */
export async function keepUpdateToken(
  trx: Trx,
  { id, update_token_hash }: Pick<ActivationRow, 'id' | 'update_token_hash'>,
  secrets: HeldSecrets,
): Promise<string> {
  const token = `up_${createHmac('sha256', secrets.of('update feed')).update(id).digest('base64url')}`
  const hash = hashToken(token)
  if (hash !== update_token_hash) {
    await trx.updateTable('activations').set({ update_token_hash: hash }).where('id', '=', id).execute()
  }
  return token
}

/** Finds the licence while the machine holds its seat. */
export function findByUpdateToken(
  db: Db,
  token: string,
): Promise<Pick<LicenceRow, 'status' | 'updates_until'> | undefined> {
  return db
    .selectFrom('activations')
    .innerJoin('licences', 'licences.id', 'activations.licence_id')
    .select(['licences.status', 'licences.updates_until'])
    .where('update_token_hash', '=', hashToken(token))
    .where('released_at', 'is', null)
    .executeTakeFirst()
}
