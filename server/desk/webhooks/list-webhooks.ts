import type { TimeSort } from '#shared/desk/sorts.ts'
import type { ListedWebhook, WebhookList } from '#shared/desk/webhook-answers.ts'
import type { Site } from '#shared/seller/site.ts'
import { isUnsent, ofState, type QueueState } from '../../messages/outbox/queue.ts'
import { viewSending } from '../../messages/outbox/view.ts'
import { findEnded, nameOfReceiver } from '../../messages/webhooks/receivers.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { byTime, type Page, readSorted, toPage } from '../../runtime/db/keyset.ts'
import type { WebhookDeliveryRow } from '../../runtime/db/rows/webhooks.ts'

export async function listWebhooksPage(
  { reader }: Pick<Database, 'reader'>,
  state: QueueState | undefined,
  page: Page<TimeSort>,
): Promise<{ rows: WebhookDeliveryRow[]; next: string | null }> {
  let query = reader.selectFrom('webhook_deliveries').selectAll()
  if (state) query = query.where(ofState('webhook_deliveries', state))
  return toPage(await readSorted(query, byTime, page), byTime, page)
}

export async function listReceivers(
  reader: Db,
  { webhooks }: Pick<Site, 'webhooks'>,
): Promise<WebhookList['receivers']> {
  const unsent = await reader
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => ['url', 'status', fn.countAll<number>().as('count')])
    .where(isUnsent('webhook_deliveries'))
    .groupBy(['url', 'status'])
    .execute()
  const ended = await findEnded(reader, { webhooks })
  const countOf = (url: string, status: string) =>
    unsent.find((row) => row.url === url && row.status === status)?.count ?? 0
  return Promise.all(
    webhooks.map(async ({ url, events }) => ({
      receiver: nameOfReceiver(url),
      events,
      queued: countOf(url, 'queued'),
      dead: countOf(url, 'dead'),
      sentAt: await findNewestSent(reader, url),
      isEnded: ended.has(url),
    })),
  )
}

export function viewWebhook(row: WebhookDeliveryRow): ListedWebhook {
  const { status, ...sending } = viewSending(row)
  // Webhooks are never set aside.
  return {
    ...sending,
    status: status === 'aside' ? 'dead' : status,
    type: row.type,
    receiver: nameOfReceiver(row.url),
  }
}

async function findNewestSent(reader: Db, url: string): Promise<string | null> {
  const newest = await reader
    .selectFrom('webhook_deliveries')
    .select('sent_at')
    .where('url', '=', url)
    .where('status', '=', 'sent')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.sent_at ?? null
}
