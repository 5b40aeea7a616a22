import type { WebhookType } from '#shared/orders/webhooks.ts'
import type { Site } from '#shared/seller/site.ts'
import type { ShopContext } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { newEntryId } from '../../runtime/ids.ts'
import type { Acting, Moment } from '../../runtime/moment.ts'
import { openQueue, type Retried } from '../outbox/queue.ts'
import { findEnded, wantedByAny } from './receivers.ts'

type WebhookEvent = {
  type: WebhookType
  /** The same key enqueues only one message per receiver. */
  dedupeKey: string
  data: object
}

/** Time of an event, and the site with its receivers. */
export type WebhookContext = Moment & { site: Pick<Site, 'webhooks'> }

export const webhookQueue = openQueue('webhook_deliveries', { leaseMs: 60_000, retried: 'webhook.retried' })

/** Retries only messages that a receiver still wants, as no others are sent. @returns the ids found */
export function retryWebhooks(
  { database, library }: Pick<ShopContext<{ typed: { site: Site } }>, 'database' | 'library'>,
  which: Retried,
  by: Acting,
): Promise<string[]> {
  return webhookQueue.retry(database.db, which, by, wantedByAny(library.typed.site))
}

/**
 * Call it in the event's transaction. Enqueues for each receiver of the type that hasn't ended deliveries.
 */
export async function enqueueWebhook(
  trx: Db,
  { type, dedupeKey, data }: WebhookEvent,
  { site, now, random }: WebhookContext,
): Promise<void> {
  const payload = JSON.stringify({ type, timestamp: now.toISOString(), data })
  const asking = site.webhooks.filter(({ events }) => events.includes(type))
  const ended = await findEnded(trx, { webhooks: asking })
  for (const { url } of asking.filter((each) => !ended.has(each.url))) {
    const content = {
      id: newEntryId('msg', { now, random }),
      dedupe_key: `${dedupeKey} ${url}`,
      type,
      url,
      payload,
    }
    await webhookQueue.enqueue(trx, content, now)
  }
}
