import { sql } from 'kysely'
import { dayMs } from '#shared/calendar/calendar.ts'
import type { Clock, Data } from './context.ts'
import type { Db } from './runtime/db/database.ts'
import { throttleHourly } from './runtime/throttle-hourly.ts'

/** Keeps each statement short, so that no request waits for the database. */
const batch = 1000

/** @returns whether there is more to purge */
export async function purge(db: Db, now: Date): Promise<boolean> {
  let isMore = false
  for (const statement of purges({ old: before(now, 90), idle: before(now, 30), now: now.toISOString() })) {
    const { numAffectedRows = 0n } = await statement.execute(db)
    isMore ||= numAffectedRows >= batch
  }
  return isMore
}

/** Purges at most once an hour, or sooner while more is left. */
export function createHourlyPurge({ database, clock }: Data & Clock): () => Promise<void> {
  return throttleHourly(clock, (now) => purge(database.db, now))
}

/** Each statement deletes or clears at most one batch. */
function purges({ old, idle, now }: Record<'old' | 'idle' | 'now', string>) {
  return [
    // Processed events, which providers stopped retrying long ago. Keeps the newest for the metrics.
    sql`delete from webhook_events where (provider, event_id) in (
      select provider, event_id from webhook_events
      where processed_at < ${old} and processed_at < (select max(processed_at) from webhook_events)
      limit ${batch})`,
    // Idle idempotency keys, which browsers stopped retrying long ago.
    sql`delete from idempotency_keys where key_hash in (
      select key_hash from idempotency_keys
      where created_at < ${idle} and (leased_until is null or leased_until <= ${now})
      limit ${batch})`,
    // Deliveries of our webhooks, which name buyers. Nobody retries one that was given up long ago.
    sql`delete from webhook_deliveries where id in (
      select id from webhook_deliveries where created_at < ${old} and status <> 'queued' limit ${batch})`,
    // Kept for a while, since customers may want to see recent sign-ins.
    ...[sql.table('mail_links'), sql.table('sessions')].map(
      (table) => sql`delete from ${table} where token_hash in (
        select token_hash from ${table} where expires_at < ${old} limit ${batch})`,
    ),
    // Texts of mails. Mails to an order's buyer stay with the order, and answers with their messages.
    sql`update mails set sent_copy = null where id in (
      select id from mails
      where sent_copy is not null and order_id is null and kind <> 'contact_answer' and sent_at < ${old}
      limit ${batch})`,
  ]
}

function before(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString()
}
