import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Found } from '#shared/desk/overview-answers.ts'
import type { Webhook } from '#shared/orders/webhooks.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import { isUnsent } from '../outbox/queue.ts'
import { isPrivateAddress } from './private-addresses.ts'

type Receivers = Pick<Site, 'webhooks'>

/** Keeps young messages, because other processes may not know a new receiver yet. */
const removedAfterMs = 60 * 60_000

const goneText = 'the receiver answered 410 to another'

/** @returns a condition for messages that a receiver still wants; null if `site.yml` doesn't list it */
export function wantedBy({ webhooks }: Receivers, url: string) {
  const receiver = webhooks.find((each) => each.url === url)
  return receiver ? sql<boolean>`${isOf(receiver)} and not ${isEnded}` : null
}

/** @returns a condition for messages that any receiver still wants; no others are sent */
export function wantedByAny(site: Receivers) {
  return sql<boolean>`(${isFor(site)} and not ${isEnded})`
}

/** Ends all deliveries to a receiver that answered 410, including queued ones. */
export async function endReceiver(trx: Trx, url: string, now: Date): Promise<void> {
  await trx
    .insertInto('ended_receivers')
    .values({ url, ended_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('url').doNothing())
    .execute()
  await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'dead', last_error: goneText })
    .where('url', '=', url)
    .where('status', '=', 'queued')
    .execute()
}

export async function findEnded(db: Db, { webhooks }: Receivers): Promise<Set<string>> {
  if (webhooks.length === 0) return new Set()
  const urls = webhooks.map(({ url }) => url)
  const rows = await db.selectFrom('ended_receivers').select('url').where('url', 'in', urls).execute()
  return new Set(rows.map(({ url }) => url))
}

/**
 * Ends messages that `site.yml` no longer asks for, and those to a receiver that answered 410. A receiver
 * removed from `site.yml` counts as new when it returns.
 */
export async function endRemoved(db: Db, site: Receivers, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      status: 'dead',
      last_error: sql<string>`case when ${isEnded} then ${goneText} else 'not in site.yml any more' end`,
    })
    .where('status', '=', 'queued')
    .where('created_at', '<', new Date(now.getTime() - removedAfterMs).toISOString())
    .where(sql<boolean>`not ${wantedByAny(site)}`)
    .execute()
  await db
    .deleteFrom('ended_receivers')
    .where(sql<boolean>`not ${isAmong(site)}`)
    .execute()
}

/** Finds messages that receivers still want, given up or to be retried, and receivers that answered 410. */
export async function findUndelivered(
  db: Db,
  site: Receivers,
  see: { dead: string; retried: string },
): Promise<Found[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => [
      'url',
      'status',
      fn.countAll<number>().as('count'),
      fn.max('last_error').as('error'),
    ])
    .where(isUnsent('webhook_deliveries'))
    .where('attempts', '>', 0)
    .where(wantedByAny(site))
    .groupBy(['url', 'status'])
    .orderBy('status')
    .orderBy('url')
    .execute()
  const ended = [...(await findEnded(db, site))].map((url) => ({
    where: 'webhooks',
    found: `${nameOfReceiver(url)} answered 410, so it’s told nothing more`,
    todo: 'Take it out of site.yml for good; or reload the content without it, and with it again a minute later.',
  }))
  const undelivered = rows.map(({ url, status, count, error }) => {
    const name = nameOfReceiver(url)
    return status === 'dead'
      ? {
          where: 'webhooks',
          found: `${count} to ${name} given up (${error})`,
          todo: `Programs weren’t told. ${see.dead}`,
        }
      : {
          where: 'webhooks',
          found: `${count} to ${name} not taken yet (${error})`,
          todo: `They’re tried again for three days. ${see.retried}`,
        }
  })
  return [...ended, ...undelivered]
}

const isEnded = sql<boolean>`exists (select 1 from ended_receivers where ended_receivers.url = webhook_deliveries.url)`

function isOf({ url, events }: Webhook) {
  return sql<boolean>`(url = ${url} and type in (${sql.join(events)}))`
}

function isFor({ webhooks }: Receivers) {
  return webhooks.length === 0 ? sql`(1 = 0)` : sql`(${sql.join(webhooks.map(isOf), sql` or `)})`
}

function isAmong({ webhooks }: Receivers) {
  return webhooks.length === 0 ? sql`(1 = 0)` : sql`(url in (${sql.join(webhooks.map(({ url }) => url))}))`
}

/** Omits the query, which may contain a secret: "hooks.example.com/orders". */
export function nameOfReceiver(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname.replace(/\/$/, '')
}

/** Only machines of one's own network may receive messages without encryption. */
export function isSafeReceiver(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isOwnHost(hostname.replace(/^\[|\]$/g, ''))
}

function isOwnHost(host: string): boolean {
  return isIP(host) ? isPrivateAddress(host) : /^[^.]+$|\.(localhost|internal)$/.test(host)
}
