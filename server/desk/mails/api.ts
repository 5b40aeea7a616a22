import { z } from 'zod'
import {
  type Mail,
  mailListQuerySchema,
  mailListSchema,
  mailSchema,
  wholeMailSchema,
} from '#shared/desk/mail-answers.ts'
import { describeMail } from '#shared/desk/mail-words.ts'
import { setAsideSchema } from '#shared/desk/requests/acts.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { mailQueue, setAside } from '../../messages/mail/outbox.ts'
import { viewPages } from '../../runtime/db/keyset.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Columns } from '../../web/http/csv.ts'
import { AppError } from '../../web/http/errors.ts'
import { act, list, read } from '../endpoints.ts'
import { findMail, listMailsPage, sendingColumns, viewForDesk } from './list-mails.ts'
import { readForDesk } from './read-mail.ts'

const mailColumns: Columns<Mail> = {
  mail: ({ kind, carries }) => describeMail(kind, carries),
  to: ({ recipient }) => recipient,
  ...sendingColumns,
}

export const mailsApi = [
  ...list(deskApiRoutes.mails, deskApiRoutes.mailsCsv, {
    who: 'mails',
    summary: 'Mails, by default the newest first',
    input: mailListQuerySchema,
    answer: mailListSchema,
    columns: mailColumns,
    pages({ ctx: { database, library } }, { status, email, from, to }) {
      const { timeZone } = library.typed.site.company
      const filter = { status, email, days: { from, to, timeZone } }
      return viewPages((page) => listMailsPage(database, filter, page), viewForDesk)
    },
    show: ({ rows: mails, next }) => ({ mails, next }),
  }),
  read(deskApiPatterns.mail, {
    who: 'mails',
    summary: 'A mail and what it says, without keys and tokens',
    answer: wholeMailSchema,
    errors: ['mail_not_found'],
    async run({ ctx, params }) {
      const mail = await findMail(ctx.database.db, params.id)
      return { ...viewForDesk(mail), ...(await readForDesk(ctx, mail)) }
    },
  }),
  act('/api/desk/mails/:id/retry', {
    who: 'mails',
    summary: 'Send a mail that waits or was given up now',
    says: 'The mail.',
    answer: z.object({ mail: mailSchema }),
    errors: ['mail_not_found'],
    async run({ ctx, sender, params }) {
      const { db } = ctx.database
      const { id } = await findMail(db, params.id)
      const [retried] = await mailQueue.retry(db, { ids: [id] }, { who: sender.email, ...momentOf(ctx) })
      if (!retried) throw new AppError(404, 'mail_not_found', 'This mail was sent already.')
      ctx.outbox.nudge()
      return { mail: viewForDesk(await findMail(db, id)) }
    },
  }),
  act('/api/desk/mails/:id/set-aside', {
    who: 'mails',
    summary: 'Be done with a mail that was given up',
    input: setAsideSchema,
    says: 'The mail.',
    answer: z.object({ mail: mailSchema }),
    errors: ['mail_not_found'],
    async run({ ctx, sender, params }, { reason }) {
      const { db } = ctx.database
      const by = { reason, who: sender.email }
      const moment = momentOf(ctx)
      const mail = await findMail(db, params.id)
      const isDone = await db.transaction().execute((trx) => setAside(trx, mail, by, moment))
      const now = await findMail(db, mail.id)
      if (isDone || now.status === 'aside') return { mail: viewForDesk(now) }
      throw new AppError(404, 'mail_not_found', 'This mail wasn’t given up.')
    },
  }),
]
