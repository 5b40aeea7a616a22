import type { TimeSort } from '#shared/desk/sorts.ts'
import type { Data, Seller } from '../../context.ts'
import type { QueueState } from '../../messages/outbox/queue.ts'
import { eachPage } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { sendingCells, sendingColumns } from '../mails/sending-csv.ts'
import { listWebhooksPage, viewWebhook } from './list-webhooks.ts'

export const webhookColumns = ['message', 'to', ...sendingColumns]

export async function* webhookRows(
  { database, library }: Data & Seller,
  query: { status?: QueueState | undefined; sort: TimeSort },
): AsyncGenerator<CsvRow[]> {
  const { timeZone } = library.typed.site.company
  for await (const rows of eachPage((page) => listWebhooksPage(database, query.status, page), query)) {
    yield rows
      .map(viewWebhook)
      .map((webhook) => [webhook.type, webhook.receiver, ...sendingCells(webhook, timeZone)])
  }
}
