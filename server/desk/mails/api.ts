import { z } from 'zod'
import { mailListSchema, mailSchema, wholeMailSchema } from '#shared/desk/mail-answers.ts'
import { mailListQuerySchema } from '#shared/desk/requests.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { mailQueue } from '../../messages/mail/outbox.ts'
import { momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { act, read } from '../endpoints.ts'
import { cursorOf } from '../query.ts'
import { findMail, listMailsPage, viewForDesk } from './list-mails.ts'
import { renderForDesk } from './render-mail.ts'

export const mailsApi = [
  read(deskApiRoutes.mails, {
    who: 'mails',
    summary: 'Mails, the newest first',
    input: mailListQuerySchema,
    answer: mailListSchema,
    async run({ ctx }, { limit, status, ...page }) {
      const { rows, next } = await listMailsPage(ctx.database, status, { after: cursorOf(page), limit })
      return { mails: rows.map(viewForDesk), next }
    },
  }),
  read(deskApiPatterns.mail, {
    who: 'mails',
    summary: 'A mail and what it says, without keys and tokens',
    answer: wholeMailSchema,
    errors: ['mail_not_found'],
    async run({ ctx, params }) {
      const mail = await findMail(ctx.database.db, params.id)
      return { ...viewForDesk(mail), ...(await renderForDesk(ctx, mail)) }
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
]
