import type { MailKind } from '#shared/desk/mail-words.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Trx } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import type { LicenceMoveRow } from '../../runtime/db/rows/licences.ts'
import type { Moment } from '../../runtime/moment.ts'
import { endEnrolments } from './enrolments.ts'
import { enqueueLicenceChanged, type LicenceWebhookContext } from './licence-webhooks.ts'
import { type Exchanging, exchangeKey } from './replace-key.ts'

type Direction = {
  from: string
  to: string
  /** Set for an undo: only licences last moved at this time go back. */
  since?: string
  /** Set for a move: a licence moved since this time stays, such as one returned by support. */
  askedAt?: string
}

export type Giving = LicenceWebhookContext & Exchanging & { who: string; reason?: string | undefined }

/** `oldHint` is the hint of the key that was replaced; null if the licence kept its key. */
export type GivenLicence = { id: string; oldHint: string | null }

/**
 * Gives each licence a new key, unless its move keeps the key. An undo always does, because both sides may
 * know it.
 * @returns licences that moved; others were moved or ended meanwhile
 */
export async function giveLicences(
  trx: Trx,
  { id, licence_ids, keeps_key }: Pick<LicenceMoveRow, 'id' | 'licence_ids' | 'keeps_key'>,
  { from, to, since, askedAt }: Direction,
  giving: Giving,
): Promise<GivenLicence[]> {
  const rows = await trx
    .updateTable('licences')
    .set({ email: to, moved_at: giving.now.toISOString() })
    .where('id', 'in', JSON.parse(licence_ids) as string[])
    .where(sameEmail('email', from))
    .where('status', '=', 'active')
    .$if(since !== undefined, (query) => query.where('moved_at', '=', String(since)))
    .$if(askedAt !== undefined, (query) =>
      query.where((is) => is.or([is('moved_at', 'is', null), is('moved_at', '<=', String(askedAt))])),
    )
    .returningAll()
    .execute()
  const isKept = keeps_key === 1 && since === undefined
  const act = since === undefined ? 'licence.moved' : 'licence.move_undone'
  const { who, reason } = giving
  for (const licence of rows) {
    await endEnrolments(trx, licence.id, giving)
    const keyHint = isKept ? licence.key_hint : (await exchangeKey(trx, licence, giving)).keyHint
    const before = { email: from, keyHint: licence.key_hint }
    const after = { email: to, keyHint, move: id, ...(reason && { reason }) }
    await recordAudit(trx, { who, act, subject: licence.id, before, after }, giving)
    await enqueueLicenceChanged(trx, { ...licence, email: from }, { ...licence, key_hint: keyHint }, giving)
  }
  return rows.map((licence) => ({ id: licence.id, oldHint: isKept ? null : licence.key_hint }))
}

type MoveMail = {
  kind: Extract<MailKind, `move_${string}`>
  recipient: string
  /** Set once the licences have moved. */
  given?: GivenLicence[]
  byStaff?: boolean
}

export async function mailMove(
  trx: Trx,
  { id: moveId }: Pick<LicenceMoveRow, 'id'>,
  { kind, recipient, given, byStaff }: MoveMail,
  moment: Moment,
): Promise<void> {
  const dedupeKey = `move:${moveId}:${kind}:${recipient}`
  await enqueueMail(trx, { kind, dedupeKey, recipient, params: { moveId, given, byStaff } }, moment)
}
