import { dayMs } from '#shared/calendar/calendar.ts'
import type { Clock, Data } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { throttleHourly } from '../../runtime/throttle-hourly.ts'

/** Providers and browsers stopped retrying long before. */
const eventsKeptFor = 90 * dayMs
const keysKeptFor = 30 * dayMs
/** A customer may want to see their recent sign-ins. */
const signInsKeptFor = 90 * dayMs
/** Of mails without an order, such as links to sign in and forwarded messages, but not of answers. */
const copiesKeptFor = 90 * dayMs
/** They name buyers. Nobody sends again what was given up long ago. */
const deliveriesKeptFor = 90 * dayMs
/** Keeps each delete short, so that nobody waits for the database. */
const batch = 1000

/**
 * Deletes old events and deliveries of webhooks that don't wait, idle idempotency keys, past sign-ins, and texts of old mails
 * without an order.
 * @returns whether there is more to delete
 */
export async function purge(db: Db, now: Date): Promise<boolean> {
  const before = (age: number) => new Date(now.getTime() - age).toISOString()
  const events = await db
    .deleteFrom('webhook_events')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('provider', 'event_id'),
        'in',
        selectFrom('webhook_events')
          .select(['provider', 'event_id'])
          .where('processed_at', '<', before(eventsKeptFor))
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
  const keys = await db
    .deleteFrom('idempotency_keys')
    .where('key_hash', 'in', (query) =>
      query
        .selectFrom('idempotency_keys')
        .select('key_hash')
        .where('created_at', '<', before(keysKeptFor))
        .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now.toISOString())]))
        .limit(batch),
    )
    .executeTakeFirst()
  const deliveries = await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('created_at', '<', before(deliveriesKeptFor))
        .where('status', '!=', 'queued')
        .limit(batch),
    )
    .executeTakeFirst()
  const purgeSignIns = (table: 'mail_links' | 'sessions') =>
    db
      .deleteFrom(table)
      .where('token_hash', 'in', (query) =>
        query
          .selectFrom(table)
          .select('token_hash')
          .where('expires_at', '<', before(signInsKeptFor))
          .limit(batch),
      )
      .executeTakeFirst()
  const links = await purgeSignIns('mail_links')
  const sessions = await purgeSignIns('sessions')
  // What an order's buyer was told is kept as long as the order, and an answer as long as its message.
  const copies = await db
    .updateTable('mails')
    .set({ sent_copy: null })
    .where('id', 'in', (query) =>
      query
        .selectFrom('mails')
        .select('id')
        .where('sent_copy', 'is not', null)
        .where('order_id', 'is', null)
        .where('kind', '!=', 'contact_answer')
        .where('sent_at', '<', before(copiesKeptFor))
        .limit(batch),
    )
    .executeTakeFirst()
  if (copies.numUpdatedRows >= batch) return true
  return [events, deliveries, keys, links, sessions].some(({ numDeletedRows }) => numDeletedRows >= batch)
}

/** Purges at most once an hour, or sooner while more is left. */
export function createHourlyPurge({ database, clock }: Data & Clock): () => Promise<void> {
  return throttleHourly(clock, (now) => purge(database.db, now))
}
