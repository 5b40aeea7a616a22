import {
  type ListedWebhook,
  retriedSchema,
  webhookListQuerySchema,
  webhookListSchema,
} from '#shared/desk/webhook-answers.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { retryWebhooks } from '../../messages/webhooks/queue.ts'
import { viewPages } from '../../runtime/db/keyset.ts'
import { isId } from '../../runtime/ids.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Columns } from '../../web/http/csv.ts'
import { AppError } from '../../web/http/errors.ts'
import { act, list } from '../endpoints.ts'
import { sendingColumns } from '../mails/list-mails.ts'
import { listReceivers, listWebhooksPage, viewWebhook } from './list-webhooks.ts'

const webhookColumns: Columns<ListedWebhook> = {
  message: ({ type }) => type,
  to: ({ receiver }) => receiver,
  ...sendingColumns,
}

export const webhooksApi = [
  ...list(deskApiRoutes.webhooks, deskApiRoutes.webhooksCsv, {
    who: 'mails',
    summary: 'Receivers of webhooks and their messages, by default the newest first',
    input: webhookListQuerySchema,
    answer: webhookListSchema,
    columns: webhookColumns,
    pages({ ctx: { database } }, { status }) {
      return viewPages((page) => listWebhooksPage(database, status, page), viewWebhook)
    },
    async show({ rows: webhooks, next }, { database, library }) {
      return { receivers: await listReceivers(database.reader, library.typed.site), webhooks, next }
    },
  }),
  act('/api/desk/webhooks/:id/retry', {
    who: 'mails',
    summary: 'Send a webhook that waits or was given up now',
    description: 'The id `dead` means all that were given up.',
    says: 'The ids of what is due now.',
    answer: retriedSchema,
    errors: ['webhook_not_found'],
    async run({ ctx, sender, params: { id } }) {
      const by = { who: sender.email, ...momentOf(ctx) }
      if (id === 'dead') return { retried: await retryWebhooks(ctx, 'dead', by) }
      const retried = isId(id) ? await retryWebhooks(ctx, { ids: [id] }, by) : []
      if (retried.length > 0) return { retried }
      const detail = 'There is no such message, it was sent already, or its receiver wants no more.'
      throw new AppError(404, 'webhook_not_found', detail)
    },
  }),
]
