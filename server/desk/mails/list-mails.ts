import { minuteIn } from '#shared/calendar/calendar.ts'
import type { Attached, Mail } from '#shared/desk/mail-answers.ts'
import type { TimeSort } from '#shared/desk/sorts.ts'
import type { ListedWebhook } from '#shared/desk/webhook-answers.ts'
import { carried } from '../../messages/mail/attached.ts'
import { ofState, type QueueState } from '../../messages/outbox/queue.ts'
import { viewSending } from '../../messages/outbox/view.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import { byTime, type Page, readSorted, toPage } from '../../runtime/db/keyset.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { isId } from '../../runtime/ids.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import type { Columns } from '../../web/http/csv.ts'
import { AppError } from '../../web/http/errors.ts'
import { type Days, withinDays } from '../within-days.ts'

export type CarryingMail = MailRow & { carries: Attached | null }

type MailFilter = {
  status?: QueueState | undefined
  /** Matches the recipient's whole address; ignores case. */
  email?: string | undefined
  /** Days on which the mails were queued. */
  days?: Days
}

/** Sorts and filters by indexes alone. */
export async function listMailsPage(
  { reader }: Pick<Database, 'reader'>,
  { status, email, days }: MailFilter,
  page: Page<TimeSort>,
): Promise<{ rows: CarryingMail[]; next: string | null }> {
  let query = selectMails(reader)
  if (days) query = query.where(withinDays('created_at', days))
  if (status) query = query.where(ofState('mails', status))
  if (email) query = query.where(sameEmail('recipient', email))
  return toPage(await readSorted(query, byTime, page), byTime, page)
}

/** @throws AppError 404 `mail_not_found` */
export async function findMail(db: Db, id: string): Promise<CarryingMail> {
  const mail = isId(id) ? await selectMails(db).where('id', '=', id).executeTakeFirst() : undefined
  if (!mail) throw new AppError(404, 'mail_not_found', 'There is no such mail.')
  return mail
}

/** A mail as the desk and the command line show it. */
export function viewForDesk(mail: CarryingMail): Mail {
  return {
    ...viewSending(mail),
    kind: mail.kind,
    carries: mail.carries,
    recipient: shownEmail(mail.recipient),
    orderId: mail.order_id,
    messageId: mail.message_id,
    asideReason: mail.aside_reason,
  }
}

function selectMails(db: Db) {
  return db.selectFrom('mails').selectAll().select(carried.as('carries'))
}

type Sending = Pick<ListedWebhook, 'createdAt' | 'sentAt' | 'attempts' | 'lastError'> & { status: string }

/** Columns for the delivery state of a mail or a webhook. */
export const sendingColumns: Columns<Sending> = {
  written: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
  state: ({ status }) => status,
  sent: ({ sentAt }, timeZone) => sentAt && minuteIn(timeZone, sentAt),
  attempts: ({ attempts }) => attempts,
  'last error': ({ lastError }) => lastError,
}
