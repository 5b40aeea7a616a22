import { webhookListQuerySchema } from '#shared/desk/requests.ts'
import { retriedSchema, webhookListSchema } from '#shared/desk/webhook-answers.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { webhookQueue } from '../../messages/webhooks/queue.ts'
import { isId } from '../../runtime/ids.ts'
import { momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { act, csv, read } from '../endpoints.ts'
import { pageOf } from '../query.ts'
import { listReceivers, listWebhooksPage, viewWebhook } from './list-webhooks.ts'
import { webhookColumns, webhookRows } from './webhooks-csv.ts'

export const webhooksApi = [
  read(deskApiRoutes.webhooks, {
    who: 'mails',
    summary: 'Receivers of webhooks and their messages, by default the newest first',
    description: '`after` is `next` of the page before, with the same `sort`.',
    input: webhookListQuerySchema,
    answer: webhookListSchema,
    async run({ ctx }, { status, ...page }) {
      const [receivers, { rows, next }] = await Promise.all([
        listReceivers(ctx.database.reader, ctx.library.typed.site),
        listWebhooksPage(ctx.database, status, pageOf(page)),
      ])
      return { receivers, webhooks: rows.map(viewWebhook), next }
    },
  }),
  csv(deskApiRoutes.webhooksCsv, {
    who: 'mails',
    input: webhookListQuerySchema,
    columns: webhookColumns,
    rows: ({ ctx }, query) => webhookRows(ctx, query),
  }),
  act('/api/desk/webhooks/:id/retry', {
    who: 'mails',
    summary: 'Send a webhook that waits or was given up now',
    description: 'The id `dead` means all that were given up.',
    says: 'The ids of what is due now.',
    answer: retriedSchema,
    errors: ['webhook_not_found'],
    async run({ ctx, sender, params: { id } }) {
      const { db } = ctx.database
      const by = { who: sender.email, ...momentOf(ctx) }
      if (id === 'dead') return { retried: await webhookQueue.retry(db, 'dead', by) }
      const retried = isId(id) ? await webhookQueue.retry(db, { ids: [id] }, by) : []
      if (retried.length > 0) return { retried }
      throw new AppError(404, 'webhook_not_found', 'There is no such message, or it was sent already.')
    },
  }),
]
