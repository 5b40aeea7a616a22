import { addDays, dayIn, startOfDay } from '#shared/calendar.ts'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { recordAudit } from '../../audit.ts'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { hashDeadKey } from '../../licensing/replaced-keys.ts'
import { revealKey, storedKey } from '../../licensing/stored-key.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { momentOf } from '../../moment.ts'
import type { YourLicences } from '../context.ts'
import { requireActive, withOwnLicence } from './own.ts'

/**
 * Gives a licence a new key. The old one is refused from then on; machines keep their seats.
 * @throws AppError 404 `licence_not_found`, 403 for one that is off, 429 `key_replaced_today`
 */
export async function replaceKey(
  ctx: YourLicences,
  email: string,
  id: string,
): Promise<{ key: string; keyHint: string }> {
  const moment = momentOf(ctx)
  const { site } = ctx.library.typed
  const { timeZone } = site.company
  const replaced = await withOwnLicence(ctx, email, id, async (trx, licence, secrets) => {
    requireActive(licence)
    await requireNotToday(trx, id, timeZone, moment.now)
    const old = revealKey(licence, secrets)
    const key = createLicenceKey(site.licenceKeyPrefix, moment.random(keyRandomness))
    const columns = storedKey(id, key, { secrets, random: moment.random })
    await trx.updateTable('licences').set(columns).where('id', '=', id).execute()
    const dead = {
      key_hash: hashDeadKey(old),
      licence_id: id,
      key_hint: licence.key_hint,
      replaced_at: moment.now.toISOString(),
    }
    await trx.insertInto('replaced_keys').values(dead).execute()
    const change = { before: { keyHint: licence.key_hint }, after: { keyHint: columns.key_hint } }
    await recordAudit(trx, { who: 'customer', act: 'licence.key_replaced', subject: id, ...change }, moment)
    const mail = {
      kind: 'key_replaced',
      dedupeKey: `licence:${id}:key-replaced:${dead.replaced_at}`,
      recipient: licence.email,
      params: { licenceId: id, oldHint: licence.key_hint },
    } as const
    await enqueueMail(trx, mail, moment)
    return { key, keyHint: columns.key_hint }
  })
  ctx.outbox.nudge()
  return replaced
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
