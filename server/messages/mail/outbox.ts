import type { MailKind } from '#shared/desk/mail-words.ts'
import { asciiEmail } from '#shared/text/email.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { newEntryId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { isUnsent, openQueue } from '../outbox/queue.ts'

export type NewMail = {
  kind: MailKind
  /** The same key enqueues only one mail: "order:ord_…:paid". */
  dedupeKey: string
  recipient: string
  orderId?: string
  messageId?: string
  /** The template's data besides the order or message. */
  params?: Record<string, unknown>
  /** Earliest time of sending, which also counts as the time of writing. */
  notBefore?: Date
}

export const mailQueue = openQueue('mails', { leaseMs: 5 * 60_000, retried: 'mail.retried' })

/**
 * Call it in the transaction of the mail's cause. A known dedupe key changes nothing.
 * @returns whether the mail is new
 */
export function enqueueMail(db: Db, mail: NewMail, { now, random }: Moment): Promise<boolean> {
  const content = {
    id: newEntryId('mail', { now, random }),
    dedupe_key: mail.dedupeKey,
    kind: mail.kind,
    order_id: mail.orderId ?? null,
    message_id: mail.messageId ?? null,
    recipient: asciiEmail(mail.recipient),
    params: JSON.stringify(mail.params ?? {}),
    sent_copy: null,
    aside_reason: null,
  }
  return mailQueue.enqueue(db, content, mail.notBefore ?? now)
}

/** Deletes the row, so that no trace of the person remains. */
export async function dropMail(db: Db, { id }: MailRow): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

type OutboxDepth = { queued: number; oldestSeconds: number; dead: number }

export async function outboxDepth(db: Db, now: Date): Promise<OutboxDepth> {
  const rows = await db
    .selectFrom('mails')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where(isUnsent('mails'))
    .where('created_at', '<=', now.toISOString())
    .groupBy('status')
    .execute()
  const queued = rows.find(({ status }) => status === 'queued')
  const ageMs = queued ? now.getTime() - Date.parse(queued.oldest) : 0
  return {
    queued: queued?.count ?? 0,
    oldestSeconds: Math.max(0, Math.round(ageMs / 1000)),
    dead: rows.find(({ status }) => status === 'dead')?.count ?? 0,
  }
}

/** Sets aside a mail that was given up. @returns false for a mail in another state */
export async function setAside(
  db: Trx,
  { id }: Pick<MailRow, 'id'>,
  { reason, who }: { reason: string; who: string },
  moment: Moment,
): Promise<boolean> {
  const done = await db
    .updateTable('mails')
    .set({ status: 'aside', aside_reason: reason })
    .where('id', '=', id)
    .where('status', '=', 'dead')
    .where(isUnsent('mails'))
    .returning('id')
    .executeTakeFirst()
  if (!done) return false
  const entry = { who, act: 'mail.set_aside', subject: id, after: { reason } } as const
  await recordAudit(db, entry, moment)
  return true
}

/** Sets aside given-up mails of the same order and kind, or without an order the same mail to the address. */
export async function setEarlierAside(
  db: Db,
  { id, kind, order_id, recipient, params }: MailRow,
): Promise<void> {
  const earlier = db
    .updateTable('mails')
    .set({ status: 'aside', aside_reason: 'A later mail got through.' })
    .where('id', '!=', id)
    .where('kind', '=', kind)
    .where('status', '=', 'dead')
    .where(isUnsent('mails'))
  const same = order_id
    ? earlier.where('order_id', '=', order_id)
    : earlier
        .where('order_id', 'is', null)
        .where(sameEmail('recipient', recipient))
        .where('params', '=', params)
  await same.execute()
}
