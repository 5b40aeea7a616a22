import type { Db } from '../db/database.ts'
import type { Shop } from './settle.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Long after a provider has stopped sending the same event again. */
const eventsKeptFor = 90 * day
/** Long after a browser has stopped trying the same order again. */
const keysKeptFor = 30 * day
/** Long after a sign-in was of use; its owner may want to know of it. */
const signInsKeptFor = 90 * day
/** So few a time that nobody waits for the database meanwhile. */
const batch = 1000

/**
 * Deletes what nothing asks for any more: events worked off, keys of checkouts, and sign-ins that are over. An event that nobody has worked off
 * stays, to be looked into, as does a key that a request is using.
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
  const links = await db
    .deleteFrom('mail_links')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('mail_links')
        .select('token_hash')
        .where('expires_at', '<', before(signInsKeptFor))
        .limit(batch),
    )
    .executeTakeFirst()
  const sessions = await db
    .deleteFrom('sessions')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('sessions')
        .select('token_hash')
        .where('expires_at', '<', before(signInsKeptFor))
        .limit(batch),
    )
    .executeTakeFirst()
  return [events, keys, links, sessions].some(({ numDeletedRows }) => numDeletedRows >= batch)
}

/** Purges when it is called for the first time, and then once an hour however often it is, sooner where more is left. */
export function createHourlyPurge({
  database,
  clock,
}: Pick<Shop, 'database' | 'clock'>): () => Promise<void> {
  let dueAt = 0
  return async () => {
    const now = clock()
    if (now.getTime() < dueAt) return
    dueAt = now.getTime() + hour
    if (await purge(database.db, now)) dueAt = now.getTime()
  }
}
