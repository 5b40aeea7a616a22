import type { MailKind } from '#shared/desk/mail-words.ts'
import { asciiEmail } from '#shared/text/email.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { newId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { isUnsent, openQueue } from '../outbox/queue.ts'

export type NewMail = {
  kind: MailKind
  /** Repeated causes enqueue one mail: "order:ord_…:paid". */
  dedupeKey: string
  recipient: string
  orderId?: string
  messageId?: string
  /** The template's data beyond the order or message. */
  params?: Record<string, unknown>
  /** The mail counts as written at this time, and leaves no earlier. */
  notBefore?: Date
}

export const mailQueue = openQueue('mails', { leaseMs: 5 * 60_000, retried: 'mail.retried' })

/** Runs in the transaction of the mail's cause. A known dedupe key changes nothing. @returns whether the mail is new */
export function enqueueMail(db: Db, mail: NewMail, { now, random }: Moment): Promise<boolean> {
  const content = {
    id: newId('mail', random),
    dedupe_key: mail.dedupeKey,
    kind: mail.kind,
    order_id: mail.orderId ?? null,
    message_id: mail.messageId ?? null,
    recipient: asciiEmail(mail.recipient),
    params: JSON.stringify(mail.params ?? {}),
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
