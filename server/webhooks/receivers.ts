import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Finding } from '#shared/desk/overview-answers.ts'
import type { Site } from '#shared/site.ts'
import type { Db } from '../db/database.ts'
import { isUnsent } from '../outbox/queue.ts'
import { isPrivateAddress } from './private-addresses.ts'

type Receivers = Pick<Site, 'webhooks'>

/** Other processes may not know a new receiver yet, so young messages stay. */
const removedAfterMs = 60 * 60_000

/** Ends messages to receivers that `site.yml` no longer names. */
export async function endRemoved(db: Db, site: Receivers, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'dead', last_error: 'receiver removed' })
    .where('status', '=', 'queued')
    .where('created_at', '<', new Date(now.getTime() - removedAfterMs).toISOString())
    .where(sql<boolean>`not ${isFor(site)}`)
    .execute()
}

/** Finds what a receiver of `site.yml` hasn’t taken: given up, or about to be tried again. */
export async function findUndelivered(
  db: Db,
  site: Receivers,
  see: { dead: string; retried: string },
): Promise<Finding[]> {
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
    .where(isFor(site))
    .groupBy(['url', 'status'])
    .orderBy('status')
    .orderBy('url')
    .execute()
  return rows.map(({ url, status, count, error }) => {
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
}

function isFor({ webhooks }: Receivers) {
  const urls = webhooks.map(({ url }) => url)
  return urls.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`url in (${sql.join(urls)})`
}

/** Without its query, which may hold a secret: "hooks.example.com/orders". */
export function nameOfReceiver(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname.replace(/\/$/, '')
}

/** Only machines of one’s own may be told without encryption. */
export function isSafeReceiver(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isOwnHost(hostname.replace(/^\[|\]$/g, ''))
}

function isOwnHost(host: string): boolean {
  return isIP(host) ? isPrivateAddress(host) : /^[^.]+$|\.(localhost|internal)$/.test(host)
}
