import { Router } from 'express'
import type { Carried, Mail, MailList, WholeMail } from '#shared/desk/mail-answers.ts'
import { mailListQuerySchema } from '#shared/desk/requests.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { before, toPage } from '../../db/keyset.ts'
import type { MailRow } from '../../db/rows/mails.ts'
import { AppError, methodNotAllowed } from '../../http/errors.ts'
import { carried } from '../../mail/carried.ts'
import { mailQueue } from '../../mail/outbox.ts'
import { viewMail } from '../../mail/view-mail.ts'
import { momentOf } from '../../moment.ts'
import { isUnsent } from '../../outbox/queue.ts'
import { cursorOf, parseQuery } from '../query.ts'
import { allow, staffOf } from '../staff.ts'
import { renderForDesk } from './render-mail.ts'

export function createRouter(ctx: AppContext): Router {
  const { db } = ctx.database
  const router = Router()
  router.use(allow(ctx, 'mails'))
  router.get('/', async (req, res) => {
    const { limit, status, ...page } = parseQuery(mailListQuerySchema, req)
    const after = cursorOf(page)
    let query = selectMails(ctx.database.reader)
    if (status) query = query.where('status', '=', status)
    if (status && status !== 'sent') query = query.where(isUnsent('mails'))
    if (after) query = query.where((eb) => before(eb, after, 'created_at'))
    const found = await query
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    const { rows, next } = toPage(found, limit, ({ created_at, id }) => ({ at: created_at, id }))
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

type CarryingMail = MailRow & { carries: Carried | null }

function selectMails(db: Db) {
  return db.selectFrom('mails').selectAll().select(carried.as('carries'))
}

function viewForDesk({ carries, ...mail }: CarryingMail): Mail {
  return { ...viewMail(mail), carries }
}

async function findMail(db: Db, id: string): Promise<CarryingMail> {
  const mail = /^\w{1,64}$/.test(id)
    ? await selectMails(db).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!mail) throw new AppError(404, 'mail_not_found', 'There is no such mail.')
  return mail
}
