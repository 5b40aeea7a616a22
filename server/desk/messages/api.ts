import { z } from 'zod'
import { minuteIn } from '#shared/calendar/calendar.ts'
import {
  type Message,
  messageListSchema,
  type SentAnswer,
  type WholeMessage,
  wholeMessageSchema,
  writtenAnswerSchema,
} from '#shared/desk/message-answers.ts'
import { actSchema } from '#shared/desk/requests/acts.ts'
import { answerMessageSchema, assignSchema, messageListQuerySchema } from '#shared/desk/requests/messages.ts'
import { mayDo } from '#shared/desk/roles.ts'
import type { Rights } from '#shared/desk/scopes.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { Data, Seller, ShopContext } from '../../context.ts'
import {
  answerMessage,
  assignMessage,
  markAnswered,
  markNotSpam,
  messageNotFound,
  reopenMessage,
  revisionOf,
} from '../../people/contact/message-acts.ts'
import { findMessage, listMessages, type MessageMail, viewMessage } from '../../people/contact/messages.ts'
import { viewPages } from '../../runtime/db/keyset.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Columns } from '../../web/http/csv.ts'
import { invalidField } from '../../web/http/parse.ts'
import { act, list, once, read } from '../endpoints.ts'
import { listStaff } from '../sign-in/members.ts'
import { findSendersThings } from './sender.ts'

const messageColumns: Columns<Message> = {
  reference: ({ reference }) => reference,
  received: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
  name: ({ name }) => name,
  email: ({ email }) => email,
  about: ({ topic }) => topic,
  message: ({ message }) => message,
  answered: ({ answeredAt }, timeZone) => answeredAt && minuteIn(timeZone, answeredAt),
  'answered by': ({ answeredBy }) => answeredBy,
  'assigned to': ({ assignedTo }) => assignedTo,
}

const acted = {
  who: 'messages',
  says: 'The message.',
  answer: z.object({ message: wholeMessageSchema }),
  errors: ['message_not_found', 'changed_meanwhile'],
} as const

export const messagesApi = [
  ...list(deskApiRoutes.messages, deskApiRoutes.messagesCsv, {
    who: 'messages',
    summary: 'Messages, by default the newest first',
    input: messageListQuerySchema,
    answer: messageListSchema,
    columns: messageColumns,
    async pages({ ctx, sender: { email: assignedTo } }, { state }) {
      const helpers = await listHelpers(ctx)
      const filter = state === 'mine' ? { state: 'unanswered' as const, assignedTo } : { state }
      return viewPages(
        (page) => listMessages(ctx.database, filter, page),
        (row) => viewAssigned(row, helpers),
      )
    },
    show: ({ rows: messages, next }) => ({ messages, next }),
  }),
  read(deskApiPatterns.message, {
    who: 'messages',
    summary: 'A message, and what belongs to its sender',
    answer: wholeMessageSchema,
    errors: ['message_not_found'],
    run: ({ ctx, sender, params }) => viewWhole(ctx, params.id, sender),
  }),
  act('/api/desk/messages/:id/answered', {
    ...acted,
    summary: 'Say that a message is answered',
    command: 'Takes a message out of those that wait for an answer.',
    input: actSchema,
    async run({ ctx, sender, params: { id } }, { revision }) {
      await markAnswered(ctx.database.db, id, { who: sender.email, revision }, momentOf(ctx))
      return { message: await viewWhole(ctx, id, sender) }
    },
  }),
  once('/api/desk/messages/:id/answer', {
    ...acted,
    summary: 'Answer a message by mail, with its own words below',
    input: answerMessageSchema,
    async run({ ctx, params: { id }, by: { who, bind } }, answer) {
      await ctx.database.db.transaction().execute(async (trx) => {
        await answerMessage(trx, id, { ...answer, who }, momentOf(ctx))
        await bind(trx, id)
      })
      ctx.outbox.nudge()
    },
    view: async ({ ctx, sender }, id) => ({ message: await viewWhole(ctx, id, sender) }),
  }),
  act('/api/desk/messages/:id/reopen', {
    ...acted,
    summary: 'Take back that a message is answered',
    command: 'Puts a message back among those that wait for an answer.',
    input: actSchema,
    async run({ ctx, sender, params: { id } }, { revision }) {
      await reopenMessage(ctx.database.db, id, { who: sender.email, revision }, momentOf(ctx))
      return { message: await viewWhole(ctx, id, sender) }
    },
  }),
  act('/api/desk/messages/:id/assign', {
    ...acted,
    summary: 'Say who answers a message, or nobody',
    input: assignSchema,
    async run({ ctx, sender, params: { id } }, { to, revision }) {
      const found = to === undefined ? null : foldEmail(to)
      if (found !== null) await requireHelper(ctx, found)
      await assignMessage(ctx.database.db, id, { who: sender.email, revision, to: found }, momentOf(ctx))
      return { message: await viewWhole(ctx, id, sender) }
    },
  }),
  act('/api/desk/messages/:id/not-spam', {
    ...acted,
    summary: 'Let a message out of quarantine, and send its mails',
    command: 'Lets a message out of quarantine, and sends the mails that were held back.',
    errors: ['message_not_found'],
    async run({ ctx, sender, params: { id } }) {
      const { db } = ctx.database
      await markNotSpam(db, id, { who: sender.email, site: ctx.library.typed.site }, momentOf(ctx))
      ctx.outbox.nudge()
      return { message: await viewWhole(ctx, id, sender) }
    },
  }),
]

async function viewWhole(ctx: ShopContext, id: string, rights: Rights): Promise<WholeMessage> {
  const { db } = ctx.database
  const message = /^[\w-]{1,64}$/.test(id) ? await findMessage(db, id) : null
  if (!message) throw messageNotFound()
  const people = await listHelpers(ctx)
  const mails = message.mails.map(({ kind, recipient, status, sent_at: sentAt }) => ({
    kind,
    recipient,
    status,
    sentAt,
  }))
  return {
    ...viewAssigned(message, people),
    revision: await revisionOf(db, message.id),
    answers: message.mails.filter(({ kind }) => kind === 'contact_answer').map(viewAnswer),
    people,
    mails,
    ...(await findSendersThings(db, message.email, rights)),
  }
}

function viewAnswer({ id, created_at, status, params }: MessageMail): SentAnswer {
  return { ...writtenAnswerSchema.parse(JSON.parse(params)), mailId: id, at: created_at, status }
}

/** @returns folded e-mails of the staff who may answer messages */
async function listHelpers({ database, library }: Data & Seller): Promise<string[]> {
  const staff = await listStaff(database.db, library.typed.site)
  return staff.filter(({ role }) => mayDo(role, 'messages')).map(({ email }) => email)
}

/** Staff removed from `site.yml` stay in the row but aren't shown as assigned. */
function viewAssigned(row: MessageRow, helpers: readonly string[]): Message {
  const message = viewMessage(row)
  const isLeft = message.answeredAt === null && !helpers.includes(message.assignedTo ?? '')
  return isLeft ? { ...message, assignedTo: null } : message
}

/** @throws AppError 422 if the person may not answer messages */
async function requireHelper(ctx: ShopContext, email: string): Promise<void> {
  if ((await listHelpers(ctx)).includes(email)) return
  throw invalidField('/to', `${email} doesn’t answer messages.`)
}
