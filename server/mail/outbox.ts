import { type ExpressionBuilder, sql } from 'kysely'
import { recordAudit } from '../audit.ts'
import type { Db } from '../db/database.ts'
import type { MailRow } from '../db/rows/mails.ts'
import type { Schema } from '../db/schema.ts'
import { newId } from '../ids.ts'
import type { Moment } from '../moment.ts'

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
  /** One mail for each, however often its reason comes: "order:ord_…:paid". */
  dedupeKey: string
  recipient: string
  orderId?: string
  messageId?: string
  /** What the template needs beyond the order or message. */
  params?: Record<string, unknown>
  /** Counts as written then, and leaves no earlier. */
  notBefore?: Date
}

/** How long a worker may have a mail; longer than a sending can take. */
export const leaseMs = 5 * 60_000

/**
 * Written in the transaction of the mail's reason. A dedupe key that is known already changes nothing.
 * @returns whether the mail is a new one
 */
export async function enqueueMail(db: Db, mail: NewMail, { now, random }: Moment): Promise<boolean> {
  const from = (mail.notBefore ?? now).toISOString()
  const row: MailRow = {
    id: newId('mail', random),
    dedupe_key: mail.dedupeKey,
    kind: mail.kind,
    order_id: mail.orderId ?? null,
    message_id: mail.messageId ?? null,
    recipient: mail.recipient,
    params: JSON.stringify(mail.params ?? {}),
    status: 'queued',
    attempts: 0,
    next_attempt_at: from,
    leased_until: null,
    lease: null,
    last_error: null,
    created_at: from,
    sent_at: null,
  }
  const inserted = await db
    .insertInto('mails')
    .values(row)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Takes the mail that has been due longest, for this worker alone, and counts the attempt: one that ends its process
 * each time dies too. A lease that ran out is taken over.
 * @returns null when nothing is due
 */
export async function leaseMail(db: Db, moment: Moment): Promise<MailRow | null> {
  const { now, random } = moment
  const due = dueAt(now)
  const candidates = await db
    .selectFrom('mails')
    .select('id')
    .where(due)
    .orderBy('next_attempt_at')
    .limit(20)
    .execute()
  const lease = newId('lease', random)
  const leasedUntil = new Date(now.getTime() + leaseMs).toISOString()
  for (const { id } of candidates) {
    // The condition again: of several workers that found it, one changes it and the others change nothing.
    const taken = await db
      .updateTable('mails')
      .set(({ eb }) => ({ lease, leased_until: leasedUntil, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where(due)
      .returningAll()
      .executeTakeFirst()
    if (taken) return taken
  }
  return candidates.length > 0 ? leaseMail(db, moment) : null
}

/** Sent is sent, even where the lease has run out meanwhile. */
export async function markSent(db: Db, { id }: MailRow, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...unleased, status: 'sent', sent_at: now.toISOString(), last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Does nothing where another worker has taken the mail over. */
export async function markForRetry(db: Db, mail: MailRow, error: string, nextAttempt: Date): Promise<void> {
  const change = { ...unleased, last_error: error, next_attempt_at: nextAttempt.toISOString() }
  await whereLeased(db, mail).set(change).execute()
}

/** Deletes a mail that turned out to be needless, so nothing is left of who asked. */
export async function dropMail(db: Db, { id }: MailRow): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

/** Given up: only the operator's retry brings it back. Does nothing where another worker has taken the mail over. */
export async function markDead(db: Db, mail: MailRow, error: string): Promise<void> {
  await whereLeased(db, mail)
    .set({ ...unleased, status: 'dead', last_error: error })
    .execute()
}

export type MailFilter = { status?: MailRow['status']; limit: number }

/** The latest first. */
export async function listMails(db: Db, { status, limit }: MailFilter): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .$if(status !== undefined, (query) => query.where('status', '=', status as MailRow['status']))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Makes mails due now, with all their attempts before them again; one that is written ahead waits for its time. A mail
 * that a worker has in hand stays in its hand.
 * @returns the ids that were found; a mail that was sent isn't sent again
 */
export async function retryMails(
  db: Db,
  which: { ids: string[] } | 'dead',
  { who, now, random }: Moment & { who: string },
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable('mails')
      .set(({ eb, ref }) => ({
        status: 'queued',
        attempts: 0,
        next_attempt_at: eb
          .case()
          .when('created_at', '>', now.toISOString())
          .then(ref('created_at'))
          .else(now.toISOString())
          .end(),
      }))
      .where(({ eb }) => (which === 'dead' ? eb('status', '=', 'dead') : eb('id', 'in', which.ids)))
      .where('status', '!=', 'sent')
      .returning('id')
      .execute()
    for (const { id: subject } of rows) {
      await recordAudit(trx, { who, act: 'mail.retried', subject }, { now, random })
    }
    return rows.map(({ id }) => id)
  })
}

export type OutboxDepth = { queued: number; oldestSeconds: number; dead: number }

/** How much waits, since when, and what was given up. */
export async function outboxDepth(db: Db, now: Date): Promise<OutboxDepth> {
  const rows = await db
    .selectFrom('mails')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where(sql<boolean>`status <> 'sent'`)
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

const unleased = { lease: null, leased_until: null }

function dueAt(now: Date) {
  const time = now.toISOString()
  return ({ eb, and, or }: ExpressionBuilder<Schema, 'mails'>) =>
    and([
      eb('status', '=', 'queued'),
      eb('next_attempt_at', '<=', time),
      or([eb('leased_until', 'is', null), eb('leased_until', '<=', time)]),
    ])
}

function whereLeased(db: Db, { id, lease }: MailRow) {
  return db.updateTable('mails').where('id', '=', id).where('lease', '=', lease)
}
