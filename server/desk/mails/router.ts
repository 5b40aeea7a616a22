import { Router } from 'express'
import type { MailList, WholeMail } from '#shared/desk/mail-answers.ts'
import { mailListQuerySchema } from '#shared/desk/requests.ts'
import type { AppContext } from '../../context.ts'
import { AppError, methodNotAllowed } from '../../http/errors.ts'
import { mailQueue } from '../../mail/outbox.ts'
import { momentOf } from '../../moment.ts'
import { cursorOf, parseQuery } from '../query.ts'
import { allow, staffOf } from '../staff.ts'
import { findMail, listMailsPage, viewForDesk } from './list-mails.ts'
import { renderForDesk } from './render-mail.ts'

export function createRouter(ctx: AppContext): Router {
  const { db } = ctx.database
  const router = Router()
  router.use(allow(ctx, 'mails'))
  router.get('/', async (req, res) => {
    const { limit, status, ...page } = parseQuery(mailListQuerySchema, req)
    const { rows, next } = await listMailsPage(ctx.database, status, { after: cursorOf(page), limit })
    res.json({ mails: rows.map(viewForDesk), next } satisfies MailList)
  })
  router.get('/:id', async (req, res) => {
    const mail = await findMail(db, req.params.id)
    res.json({ ...viewForDesk(mail), ...(await renderForDesk(ctx, mail)) } satisfies WholeMail)
  })
  router.post('/:id/retry', async (req, res) => {
    const { id } = await findMail(db, req.params.id)
    const [retried] = await mailQueue.retry(db, { ids: [id] }, { who: staffOf(res).email, ...momentOf(ctx) })
    if (!retried) throw new AppError(404, 'mail_not_found', 'This mail was sent already.')
    ctx.outbox.nudge()
    res.json({ mail: viewForDesk(await findMail(db, id)) })
  })
  router.all(['/', '/:id'], methodNotAllowed('GET', 'HEAD'))
  router.all('/:id/retry', methodNotAllowed('POST'))
  return router
}
