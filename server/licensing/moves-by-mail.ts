import type { MailKind } from '#shared/desk/mail-words.ts'
import { recordAudit } from '../audit.ts'
import type { Trx } from '../db/database.ts'
import { sameEmail } from '../db/folded-text.ts'
import type { LicenceMoveRow } from '../db/rows/licences.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { Moment } from '../moment.ts'
import { enqueueLicenceChanged } from '../webhooks/events.ts'
import type { WebhookContext } from '../webhooks/queue.ts'

/**
 * @param since set for an undo: only licences that nobody has moved after that time go back
 * @returns how many licences moved; others were moved or ended meanwhile
 */
export async function giveLicences(
  trx: Trx,
  { id, licence_ids }: LicenceMoveRow,
  { from, to, since = null }: { from: string; to: string; since?: string | null },
  { who, site, ...moment }: WebhookContext & { who: string },
): Promise<number> {
  const rows = await trx
    .updateTable('licences')
    .set({ email: to, moved_at: moment.now.toISOString() })
    .where('id', 'in', JSON.parse(licence_ids) as string[])
    .where(sameEmail('email', from))
    .where('status', '=', 'active')
    .$if(since !== null, (query) => query.where('moved_at', '=', since))
    .returningAll()
    .execute()
  const act = since !== null ? 'licence.move_undone' : 'licence.moved'
  for (const licence of rows) {
    const change = { before: { email: from }, after: { email: to, move: id } }
    await recordAudit(trx, { who, act, subject: licence.id, ...change }, moment)
    await enqueueLicenceChanged(trx, { ...licence, email: from }, licence, { site, ...moment })
  }
  return rows.length
}

export async function mailMove(
  trx: Trx,
  { id }: LicenceMoveRow,
  kind: Extract<MailKind, `move_${string}`>,
  recipient: string,
  moment: Moment,
  { byStaff = false } = {},
): Promise<void> {
  const dedupeKey = `move:${id}:${kind}:${recipient}`
  await enqueueMail(trx, { kind, dedupeKey, recipient, params: { moveId: id, byStaff } }, moment)
}
