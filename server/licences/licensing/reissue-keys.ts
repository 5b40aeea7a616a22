import { sql } from 'kysely'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import type { Site } from '#shared/seller/site.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { HeldSecrets } from '../../runtime/keys/data-secret.ts'
import type { Moment } from '../../runtime/moment.ts'
import { forgetUploads } from './reencrypt-keys.ts'
import { readLicences, storedKey, writeKeys } from './stored-key.ts'

/** Counts of what a lost data secret makes unreadable. */
export type LostKeys = { licences: number; mails: number; oldKeys: number; openImports: number }

export async function countLostKeys(db: Db): Promise<LostKeys> {
  const { rows } = await sql<LostKeys>`select
    (select count(*) from licences) as licences,
    (select count(*) from licences where status = 'active') as mails,
    (select count(*) from old_keys) as "oldKeys",
    (select count(distinct import_id) from import_chunks) as "openImports"`.execute(db)
  const [counts] = rows as [LostKeys]
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])) as LostKeys
}

/**
 * Gives every licence a new key, and mails it to the owner of an active one. Machines keep their seats.
 * Deletes keys of other systems and unfinished imports, which can no longer be decrypted.
 */
export async function reissueKeys(
  trx: Trx,
  { secrets, site, now, random }: Moment & { secrets: HeldSecrets; site: Pick<Site, 'licenceKeyPrefix'> },
): Promise<LostKeys> {
  const lost = await countLostKeys(trx)
  await trx.deleteFrom('old_keys').execute()
  await forgetUploads(trx)
  for await (const rows of readLicences(trx)) {
    const fresh = rows.map(({ id }) => {
      const key = createLicenceKey(site.licenceKeyPrefix, random(keyRandomness))
      return { id, ...storedKey(id, key, { secrets, random }) }
    })
    await writeKeys(trx, fresh)
    for (const { id, email, key_hint } of rows.filter(({ status }) => status === 'active')) {
      const mail = {
        kind: 'key_replaced',
        dedupeKey: `licence:${id}:key-lost:${secrets.generation}`,
        recipient: email,
        params: { licenceId: id, oldHint: key_hint, lost: true },
      } as const
      await enqueueMail(trx, mail, { now, random })
    }
  }
  return lost
}
