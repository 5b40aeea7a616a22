import { z } from 'zod'
import { messageListSchema, type WholeMessage, wholeMessageSchema } from '#shared/desk/message-answers.ts'
import { messageListQuerySchema } from '#shared/desk/requests.ts'
import type { Rights } from '#shared/desk/scopes.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { markAnswered, markNotSpam } from '../../people/contact/answer-message.ts'
import { findMessage, listMessages, viewMessage } from '../../people/contact/messages.ts'
import type { Db } from '../../runtime/db/database.ts'
import { momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { act, read } from '../endpoints.ts'
import { cursorOf } from '../query.ts'
import { findSendersThings } from './sender.ts'

const acted = {
  who: 'messages',
  says: 'The message.',
  answer: z.object({ message: wholeMessageSchema }),
  errors: ['message_not_found'],
} as const

export const messagesApi = [
  read(deskApiRoutes.messages, {
    who: 'messages',
    summary: 'Messages, the newest first',
    input: messageListQuerySchema,
    answer: messageListSchema,
    async run({ ctx }, { after, limit, state }) {
      const page = { after: cursorOf({ after }), limit }
      const { rows, next } = await listMessages(ctx.database, { state }, page)
      return { messages: rows.map(viewMessage), next }
    },
  }),
  read(deskApiPatterns.message, {
    who: 'messages',
    summary: 'A message, and what belongs to its sender',
    answer: wholeMessageSchema,
    errors: ['message_not_found'],
    run: ({ ctx, sender, params }) => viewWhole(ctx.database.db, params.id, sender),
  }),
  act('/api/desk/messages/:id/answered', {
    ...acted,
    summary: 'Say that a message is answered',
    command: 'Takes a message out of those that wait for an answer.',
    async run({ ctx, sender, params: { id } }) {
      const { db } = ctx.database
      await markAnswered(db, id, { who: sender.email }, momentOf(ctx))
      return { message: await viewWhole(db, id, sender) }
    },
  }),
  act('/api/desk/messages/:id/not-spam', {
    ...acted,
    summary: 'Let a message out of quarantine, and send its mails',
    command: 'Lets a message out of quarantine, and sends the mails that were held back.',
    async run({ ctx, sender, params: { id } }) {
      const { db } = ctx.database
      await markNotSpam(db, id, { who: sender.email, site: ctx.library.typed.site }, momentOf(ctx))
      ctx.outbox.nudge()
      return { message: await viewWhole(db, id, sender) }
    },
  }),
]

async function viewWhole(db: Db, id: string, rights: Rights): Promise<WholeMessage> {
  const message = /^[\w-]{1,64}$/.test(id) ? await findMessage(db, id) : null
  if (!message) throw new AppError(404, 'message_not_found', 'There is no such message.')
  const mails = message.mails.map(({ sent_at: sentAt, ...mail }) => ({ ...mail, sentAt }))
  return { ...viewMessage(message), mails, ...(await findSendersThings(db, message.email, rights)) }
}
