import type { Db } from '../db/database.ts'
import type { MailRow } from '../db/rows/mails.ts'
import { newId } from '../ids.ts'
import type { Moment } from '../moment.ts'
import { isUnsent, openQueue } from '../outbox/queue.ts'

export type MailKind =
  | 'order_paid'
  | 'order_received'
  | 'transfer_reminder'
  | 'order_lapsed'
  | 'quote_made'
  | 'webhook_given_up'
  | 'order_refunded'
  | 'order_review'
  | 'order_awaited_notice'
  | 'order_paid_notice'
  | 'orders_paid_summary'
  | 'order_refund_notice'
  | 'order_dispute_notice'
  | 'order_partly_paid_notice'
  | 'licence_busy'
  | 'licence_issued'
  | 'licence_reminder'
  | 'contact_message'
  | 'contact_received'
  | 'quarantine'
  | 'sign_in_link'
  | 'sign_in_unknown'
  | 'desk_link'
  | 'machine_released'
  | 'key_replaced'
  | 'invoice_corrected'
  | 'order_cancelled'
  | 'move_offered'
  | 'move_accepted'
  | 'move_done'
  | 'move_arrived'
  | 'move_undone'
  | 'erasure_requested'
  | 'erasure_received'

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
    recipient: mail.recipient,
    params: JSON.stringify(mail.params ?? {}),
  }
  return mailQueue.enqueue(db, content, mail.notBefore ?? now)
}

/** Deletes the row, so that no trace of the person remains. */
export async function dropMail(db: Db, { id }: MailRow): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

export type OutboxDepth = { queued: number; oldestSeconds: number; dead: number }

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
