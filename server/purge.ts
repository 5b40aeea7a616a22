import { dayMs } from '#shared/calendar/calendar.ts'
import type { Clock, Data } from './context.ts'
import type { Db } from './runtime/db/database.ts'
import { throttleHourly } from './runtime/throttle-hourly.ts'

/** Keeps each statement short, so that nobody waits for the database. */
const batch = 1000

/** Deletes or clears at most a batch. @returns how many rows */
type Purge = (db: Db, now: Date) => Promise<bigint>

const purges: Purge[] = [
  purgeEvents,
  purgeKeys,
  purgeDeliveries,
  (db, now) => purgeSignIns(db, 'mail_links', now),
  (db, now) => purgeSignIns(db, 'sessions', now),
  purgeCopies,
]

/** @returns whether there is more to purge */
export async function purge(db: Db, now: Date): Promise<boolean> {
  let isMore = false
  for (const each of purges) if ((await each(db, now)) >= batch) isMore = true
  return isMore
}

/** Purges at most once an hour, or sooner while more is left. */
export function createHourlyPurge({ database, clock }: Data & Clock): () => Promise<void> {
  return throttleHourly(clock, (now) => purge(database.db, now))
}

/** Processed events of providers, who stopped retrying long before. */
async function purgeEvents(db: Db, now: Date): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_events')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('provider', 'event_id'),
        'in',
        selectFrom('webhook_events')
          .select(['provider', 'event_id'])
          .where('processed_at', '<', daysBefore(now, 90))
          // The newest tells the metrics when the webhook last spoke.
          .where('processed_at', '<', (query) =>
            query
              .selectFrom('webhook_events')
              .where('processed_at', 'is not', null)
              .select(({ fn }) => fn.max('processed_at').as('newest')),
          )
          .limit(batch)
          .$asTuple('provider', 'event_id'),
      ),
    )
    .executeTakeFirst()
  return numDeletedRows
}

/** Idle idempotency keys, whose browsers stopped retrying long before. */
async function purgeKeys(db: Db, now: Date): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('key_hash', 'in', (query) =>
      query
        .selectFrom('idempotency_keys')
        .select('key_hash')
        .where('created_at', '<', daysBefore(now, 30))
        .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now.toISOString())]))
        .limit(batch),
    )
    .executeTakeFirst()
  return numDeletedRows
}

/** Deliveries of our webhooks, which name buyers. Nobody sends again what was given up long ago. */
async function purgeDeliveries(db: Db, now: Date): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('created_at', '<', daysBefore(now, 90))
        .where('status', '!=', 'queued')
        .limit(batch),
    )
    .executeTakeFirst()
  return numDeletedRows
}

/** A customer may want to see their recent sign-ins. */
async function purgeSignIns(db: Db, table: 'mail_links' | 'sessions', now: Date): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('token_hash', 'in', (query) =>
      query.selectFrom(table).select('token_hash').where('expires_at', '<', daysBefore(now, 90)).limit(batch),
    )
    .executeTakeFirst()
  return numDeletedRows
}

/** Texts of mails. Those to an order's buyer stay with the order, and answers with their messages. */
async function purgeCopies(db: Db, now: Date): Promise<bigint> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ sent_copy: null })
    .where('id', 'in', (query) =>
      query
        .selectFrom('mails')
        .select('id')
        .where('sent_copy', 'is not', null)
        .where('order_id', 'is', null)
        .where('kind', '!=', 'contact_answer')
        .where('sent_at', '<', daysBefore(now, 90))
        .limit(batch),
    )
    .executeTakeFirst()
  return numUpdatedRows
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString()
}
