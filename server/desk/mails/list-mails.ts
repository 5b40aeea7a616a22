import type { Attached, Mail } from '#shared/desk/mail-answers.ts'
import { carried } from '../../messages/mail/attached.ts'
import { viewMail } from '../../messages/mail/view-mail.ts'
import { ofState, type QueueState } from '../../messages/outbox/queue.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { type Page, readNewest, toPage } from '../../runtime/db/keyset.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { AppError } from '../../web/http/errors.ts'

export type CarryingMail = MailRow & { carries: Attached | null }

/** Newest first. */
export async function listMailsPage(
  { reader }: Pick<Database, 'reader'>,
  state: QueueState | undefined,
  page: Page,
): Promise<{ rows: CarryingMail[]; next: string | null }> {
  let query = selectMails(reader)
  if (state) query = query.where(ofState('mails', state))
  const rows = await readNewest(query, 'created_at', page)
  return toPage(rows, page.limit, ({ created_at, id }) => ({ at: created_at, id }))
}

/** @throws AppError 404 `mail_not_found` */
export async function findMail(db: Db, id: string): Promise<CarryingMail> {
  const mail = /^\w{1,64}$/.test(id)
    ? await selectMails(db).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!mail) throw new AppError(404, 'mail_not_found', 'There is no such mail.')
  return mail
}

export function viewForDesk({ carries, ...mail }: CarryingMail): Mail {
  return { ...viewMail(mail), carries }
}

function selectMails(db: Db) {
  return db.selectFrom('mails').selectAll().select(carried.as('carries'))
}
