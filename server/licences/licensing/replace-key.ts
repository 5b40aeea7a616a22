import { addDays, dayIn, startOfDay } from '#shared/calendar/calendar.ts'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import type { Site } from '#shared/seller/site.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { HeldSecrets } from '../../runtime/keys/data-secret.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { endOldKeys } from './old-keys.ts'
import { hashDeadKey } from './replaced-keys.ts'
import { revealKey, storedKey } from './stored-key.ts'

export type Exchanging = Moment & { secrets: HeldSecrets; site: Pick<Site, 'licenceKeyPrefix'> }
type Replacing = Exchanging & { site: Pick<Site, 'company'> }
type NewKey = { key: string; keyHint: string }
/** @property ended hints of replaced keys from another system */
type Exchanged = NewKey & { ended: string[] }

/**
 * Mails a new key to the owner. Machines keep their seats, and the old key stops working.
 * @param trx has locked the licence
 * @throws AppError 429 `key_replaced_today`
 */
export async function replaceKeyOf(trx: Trx, licence: LicenceRow, replacing: Replacing): Promise<NewKey> {
  const { id, key_hint: oldHint } = licence
  const { site, now } = replacing
  await requireNotToday(trx, id, site.company.timeZone, now)
  const { ended, ...made } = await exchangeKey(trx, licence, replacing)
  const mail = {
    kind: 'key_replaced',
    dedupeKey: `licence:${id}:key-replaced:${now.toISOString()}`,
    recipient: licence.email,
    params: { licenceId: id, oldHint, ...(ended.length > 0 && { elsewhere: ended }) },
  } as const
  await enqueueMail(trx, mail, replacing)
  return made
}

/**
 * Gives a licence a new key. The old one stops working, and those of another system too. Machines keep their
 * seats.
 * @param trx has locked the licence
 */
export async function exchangeKey(
  trx: Trx,
  licence: LicenceRow,
  { secrets, site, now, random }: Exchanging,
): Promise<Exchanged> {
  const { id } = licence
  const old = revealKey(licence, secrets)
  const key = createLicenceKey(site.licenceKeyPrefix, random(keyRandomness))
  const columns = storedKey(id, key, { secrets, random })
  await trx.updateTable('licences').set(columns).where('id', '=', id).execute()
  const dead = {
    key_hash: hashDeadKey(old),
    licence_id: id,
    key_hint: licence.key_hint,
    replaced_at: now.toISOString(),
    updates_until: licence.updates_until,
  }
  await trx.insertInto('replaced_keys').values(dead).execute()
  const ended = await endOldKeys(trx, licence, { secrets, now })
  return { key, keyHint: columns.key_hint, ended }
}

async function requireNotToday(db: Db, id: string, timeZone: string, now: Date): Promise<void> {
  const today = dayIn(timeZone, now)
  const earlier = await db
    .selectFrom('replaced_keys')
    .select('key_hint')
    .where('licence_id', '=', id)
    .where('replaced_at', '>=', startOfDay(timeZone, today).toISOString())
    .executeTakeFirst()
  if (!earlier) return
  const tomorrow = startOfDay(timeZone, addDays(today, 1))
  const seconds = Math.ceil((tomorrow.getTime() - now.getTime()) / 1000)
  throw new AppError(
    429,
    'key_replaced_today',
    'This key was replaced today. You can do it again tomorrow.',
    {
      headers: { 'Retry-After': String(seconds) },
    },
  )
}
