import type { Carried, Mail } from '#shared/desk/mail-answers.ts'
import type { Database, Db } from '../../db/database.ts'
import { type Page, readNewest, toPage } from '../../db/keyset.ts'
import type { MailRow } from '../../db/rows/mails.ts'
import { AppError } from '../../http/errors.ts'
import { carried } from '../../mail/carried.ts'
import { viewMail } from '../../mail/view-mail.ts'
import { ofState, type QueueState } from '../../outbox/queue.ts'

export type CarryingMail = MailRow & { carries: Carried | null }

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
