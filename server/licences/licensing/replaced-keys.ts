import { createHash } from 'node:crypto'
import { hintOfLicenceKey, readKeyGroup } from '#shared/licensing/licence-key.ts'
import { normaliseLicenceKey } from '#shared/licensing/pasted-key.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'

/** @param key normalised by `normaliseLicenceKey` */
export async function isReplacedKey(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('replaced_keys')
    .select('key_hint')
    .where('key_hash', '=', hashDeadKey(key))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * A replaced key covers what it covered when it was replaced, less later refunds.
 * @param key replaced key, normalised by `normaliseLicenceKey`
 */
export async function termsOfReplacedKey(
  db: Db,
  key: string,
): Promise<Pick<LicenceRow, 'status' | 'updates_until'>> {
  const { status, replacedUntil, updates_until } = await db
    .selectFrom('replaced_keys')
    .innerJoin('licences', 'licences.id', 'replaced_keys.licence_id')
    .select(['status', 'replaced_keys.updates_until as replacedUntil', 'licences.updates_until'])
    .where('key_hash', '=', hashDeadKey(key))
    .executeTakeFirstOrThrow()
  return { status, updates_until: replacedUntil < updates_until ? replacedUntil : updates_until }
}

/**
 * Finds the licence if the machine holds a seat that it may have taken with this key. After a move, keys of
 * the earlier holder don't work.
 * @param key normalised by `normaliseLicenceKey`
 */
export function findByReplacedKey(
  db: Db,
  key: string,
  machineId: string,
): Promise<Pick<LicenceRow, 'id'> | undefined> {
  return db
    .selectFrom('replaced_keys')
    .innerJoin('licences', 'licences.id', 'replaced_keys.licence_id')
    .innerJoin('activations', 'activations.licence_id', 'licences.id')
    .select('licences.id')
    .where('key_hash', '=', hashDeadKey(key))
    .where('machine_id', '=', machineId)
    .where('released_at', 'is', null)
    .whereRef('activated_at', '<=', 'replaced_at')
    .where(({ eb, or, ref }) => or([eb('moved_at', 'is', null), eb('replaced_at', '>', ref('moved_at'))]))
    .executeTakeFirst()
}

/**
 * Lets staff find licences by an earlier key, whole or its last group, last replaced first.
 * @param text as typed
 */
export async function findByEarlierKey(db: Db, text: string, most: number): Promise<LicenceRow[]> {
  const group = readKeyGroup(text)
  return db
    .selectFrom('replaced_keys')
    .innerJoin('licences', 'licences.id', 'replaced_keys.licence_id')
    .selectAll('licences')
    .where(({ eb, or }) =>
      or([
        eb('key_hash', '=', hashDeadKey(normaliseLicenceKey(text))),
        ...(group === null ? [] : [eb('replaced_keys.key_hint', '=', hintOfLicenceKey(group))]),
      ]),
    )
    .orderBy('replaced_at', 'desc')
    .limit(most)
    .execute()
}

/** A plain hash survives a change of the data secret. It's safe, because the key is random and replaced. */
export function hashDeadKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
