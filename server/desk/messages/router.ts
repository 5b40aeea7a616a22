import { Router } from 'express'
import type { MessageList, WholeMessage } from '#shared/desk/message-answers.ts'
import { messageListQuerySchema } from '#shared/desk/requests.ts'
import { markAnswered, markNotSpam } from '../../contact/manage.ts'
import { findMessage, listMessages, viewMessage } from '../../contact/messages.ts'
import type { AppContext } from '../../context.ts'
import { AppError, methodNotAllowed } from '../../http/errors.ts'
import { momentOf } from '../../moment.ts'
import { cursorOf, parseQuery } from '../query.ts'
import { allow, staffOf } from '../staff.ts'
import { findSendersThings } from './sender.ts'

export function createRouter(ctx: AppContext): Router {
  const { database, library, outbox } = ctx
  const { db } = database
  const router = Router()
  router.use(allow(ctx, 'messages'))
  router.get('/', async (req, res) => {
    const { after, limit, state } = parseQuery(messageListQuerySchema, req)
    const { rows, next } = await listMessages(database, { state }, { after: cursorOf({ after }), limit })
    res.json({ messages: rows.map(viewMessage), next } satisfies MessageList)
  })
  router.get('/:id', async (req, res) => {
    res.json(await viewWhole(req.params.id))
  })
  router.post('/:id/answered', async (req, res) => {
    await markAnswered(db, req.params.id, { who: staffOf(res).email }, momentOf(ctx))
    res.json({ message: await viewWhole(req.params.id) })
  })
  router.post('/:id/not-spam', async (req, res) => {
    await markNotSpam(db, req.params.id, { who: staffOf(res).email, site: library.typed.site }, momentOf(ctx))
    outbox.nudge()
    res.json({ message: await viewWhole(req.params.id) })
  })
  router.all(['/', '/:id'], methodNotAllowed('GET', 'HEAD'))
  router.all(['/:id/answered', '/:id/not-spam'], methodNotAllowed('POST'))
  return router

  async function viewWhole(id: string): Promise<WholeMessage> {
    const message = /^[\w-]{1,64}$/.test(id) ? await findMessage(db, id) : null
    if (!message) throw new AppError(404, 'message_not_found', 'There is no such message.')
    const mails = message.mails.map(({ sent_at: sentAt, ...mail }) => ({ ...mail, sentAt }))
    return { ...viewMessage(message), mails, ...(await findSendersThings(db, message.email)) }
  }
}
