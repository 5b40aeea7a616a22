import type { ExpressionBuilder } from 'kysely'
import type { Site } from '#shared/site.ts'
import type { WebhookType } from '#shared/webhooks.ts'
import type { Db } from '../db/database.ts'
import type { WebhookDeliveryRow } from '../db/rows/webhooks.ts'
import type { Schema } from '../db/schema.ts'
import { newId } from '../ids.ts'
import type { Moment } from '../moment.ts'

export type WebhookEvent = {
  type: WebhookType
  /** One message for each, however often its reason comes. */
  dedupeKey: string
  data: object
}

export type Telling = Moment & { site: Pick<Site, 'webhooks'> }

/** Written in the transaction of the event's reason: every receiver that asked for its type is told of it. */
export async function enqueueWebhook(
  trx: Db,
  { type, dedupeKey, data }: WebhookEvent,
  { site, now, random }: Telling,
): Promise<void> {
  const timestamp = now.toISOString()
  for (const { url } of site.webhooks.filter(({ events }) => events.includes(type))) {
    const row: WebhookDeliveryRow = {
      id: newId('msg', random),
      dedupe_key: `${dedupeKey} ${url}`,
      type,
      url,
      payload: JSON.stringify({ type, timestamp, data }),
      status: 'queued',
      attempts: 0,
      next_attempt_at: timestamp,
      leased_until: null,
      lease: null,
      last_error: null,
      created_at: timestamp,
      sent_at: null,
    }
    await trx
      .insertInto('webhook_deliveries')
      .values(row)
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .execute()
  }
}

/** Longer than an attempt can take. */
const leaseMs = 60_000

/** Takes the message that has been due longest, for this worker alone, and counts the attempt. */
export async function leaseDelivery(db: Db, { now, random }: Moment): Promise<WebhookDeliveryRow | null> {
  const due = dueAt(now)
  const candidates = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where(due)
    .orderBy('next_attempt_at')
    .limit(20)
    .execute()
  const lease = newId('lease', random)
  const leased_until = new Date(now.getTime() + leaseMs).toISOString()
  for (const { id } of candidates) {
    // The condition again: of several workers that found it, one changes it and the others change nothing.
    const taken = await db
      .updateTable('webhook_deliveries')
      .set(({ eb }) => ({ lease, leased_until, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where(due)
      .returningAll()
      .executeTakeFirst()
    if (taken) return taken
  }
  return null
}

/** Does nothing where another worker has taken the message over, unless it was sent: sent is sent. */
export async function endAttempt(
  db: Db,
  { id, lease }: WebhookDeliveryRow,
  change: Partial<WebhookDeliveryRow>,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ ...change, lease: null, leased_until: null })
    .where('id', '=', id)
    .$if(change.status !== 'sent', (query) => query.where('lease', '=', lease))
    .execute()
}

export type DeliveryFilter = { status?: WebhookDeliveryRow['status'] | undefined; limit: number }

/** The latest first. */
export function listDeliveries(db: Db, { status, limit }: DeliveryFilter): Promise<WebhookDeliveryRow[]> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .$if(status !== undefined, (query) => query.where('status', '=', status as WebhookDeliveryRow['status']))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Makes messages due now, with all their attempts before them again. @returns the ids that were found */
export async function retryDeliveries(
  db: Db,
  which: { ids: string[] } | 'dead',
  now: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('webhook_deliveries')
    .set({ status: 'queued', attempts: 0, next_attempt_at: now.toISOString() })
    .where(({ eb }) => (which === 'dead' ? eb('status', '=', 'dead') : eb('id', 'in', which.ids)))
    .where('status', '!=', 'sent')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

function dueAt(now: Date) {
  const time = now.toISOString()
  return ({ eb, and, or }: ExpressionBuilder<Schema, 'webhook_deliveries'>) =>
    and([
      eb('status', '=', 'queued'),
      eb('next_attempt_at', '<=', time),
      or([eb('leased_until', 'is', null), eb('leased_until', '<=', time)]),
    ])
}
