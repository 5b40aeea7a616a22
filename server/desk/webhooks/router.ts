import { Router } from 'express'
import { webhookListQuerySchema } from '#shared/desk/requests.ts'
import type { WebhookList } from '#shared/desk/webhook-answers.ts'
import type { AppContext } from '../../context.ts'
import { AppError, methodNotAllowed } from '../../http/errors.ts'
import { isId } from '../../ids.ts'
import { momentOf } from '../../moment.ts'
import { webhookQueue } from '../../webhooks/queue.ts'
import { cursorOf, parseQuery } from '../query.ts'
import { allow, staffOf } from '../staff.ts'
import { listReceivers, listWebhooksPage, viewWebhook } from './list-webhooks.ts'

export function createRouter(ctx: AppContext): Router {
  const { db, reader } = ctx.database
  const router = Router()
  router.use(allow(ctx, 'mails'))
  router.get('/', async (req, res) => {
    const { limit, status, ...page } = parseQuery(webhookListQuerySchema, req)
    const [receivers, { rows, next }] = await Promise.all([
      listReceivers(reader, ctx.library.typed.site),
      listWebhooksPage(ctx.database, status, { after: cursorOf(page), limit }),
    ])
    res.json({ receivers, webhooks: rows.map(viewWebhook), next } satisfies WebhookList)
  })
  router.post('/:id/retry', async (req, res) => {
    const { id } = req.params
    const by = { who: staffOf(res).email, ...momentOf(ctx) }
    if (id === 'dead') return res.json({ retried: await webhookQueue.retry(db, 'dead', by) })
    const retried = isId(id) ? await webhookQueue.retry(db, { ids: [id] }, by) : []
    if (retried.length === 0)
      throw new AppError(404, 'webhook_not_found', 'There is no such message, or it was sent already.')
    res.json({ retried })
  })
  router.all('/', methodNotAllowed('GET', 'HEAD'))
  router.all('/:id/retry', methodNotAllowed('POST'))
  return router
}
