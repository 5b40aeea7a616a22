import type { SentMail } from '#shared/desk/mail-answers.ts'
import type { Db } from '../../runtime/db/database.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { carried } from './attached.ts'

type Mails = ReturnType<typeof selectMails>

/** Mails of an order, a quote or a licence, oldest first. @param about condition that selects them */
export async function listMails(db: Db, about: (mails: Mails) => Mails): Promise<SentMail[]> {
  const found = await about(selectMails(db)).orderBy('createdAt').orderBy('id').execute()
  return found.map((mail) => ({ ...mail, recipient: shownEmail(mail.recipient) }))
}

function selectMails(db: Db) {
  return db
    .selectFrom('mails')
    .select(['id', 'kind', 'status', 'recipient', 'created_at as createdAt', 'sent_at as sentAt'])
    .select('last_error as lastError')
    .select(carried.as('carries'))
}
