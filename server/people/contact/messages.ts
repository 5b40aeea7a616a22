import type { Message } from '#shared/desk/message-answers.ts'
import type { messageStates } from '#shared/desk/requests/messages.ts'
import type { TimeSort } from '#shared/desk/sorts.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import { byTime, type Page, readSorted, toPage } from '../../runtime/db/keyset.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import { shownEmail } from '../../runtime/shown-email.ts'

type MessageFilter = {
  /** Defaults to all states except quarantine. */
  state?: (typeof messageStates)[number] | undefined
  /** Folded e-mail. */
  assignedTo?: string | undefined
  /** Ignores case. */
  email?: string | undefined
}

export async function listMessages(
  { db }: Pick<Database, 'db'>,
  { state, assignedTo, email }: MessageFilter,
  page: Page<TimeSort>,
): Promise<{ rows: MessageRow[]; next: string | null }> {
  let query = db
    .selectFrom('messages')
    .selectAll()
    .where('quarantined', '=', Number(state === 'quarantined'))
  if (state === 'answered') query = query.where('answered_at', 'is not', null)
  if (state === 'unanswered') query = query.where('answered_at', 'is', null)
  if (assignedTo !== undefined) query = query.where('assigned_to', '=', assignedTo)
  if (email !== undefined) query = query.where(sameEmail('email', email))
  return toPage(await readSorted(query, byTime, page), byTime, page)
}

export type MessageMail = Pick<
  MailRow,
  'id' | 'kind' | 'recipient' | 'status' | 'created_at' | 'sent_at' | 'params'
>

/** Finds by reference or id, and includes the state of the mails. */
export async function findMessage(
  db: Db,
  name: string,
): Promise<(MessageRow & { mails: MessageMail[] }) | null> {
  const message = await db
    .selectFrom('messages')
    .selectAll()
    .where(({ eb, or }) => or([eb('reference', '=', name.toUpperCase()), eb('id', '=', name)]))
    .executeTakeFirst()
  if (!message) return null
  const mails = await db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'status', 'created_at', 'sent_at', 'params'])
    .where('message_id', '=', message.id)
    .orderBy('kind')
    .orderBy('created_at')
    .execute()
  return { ...message, mails }
}

export function viewMessage({ id, reference, name, email, topic, message, ...row }: MessageRow): Message {
  return {
    id,
    reference,
    name,
    email: shownEmail(email),
    topic,
    message,
    verified: row.verified === 1,
    quarantined: row.quarantined === 1,
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    answeredBy: row.answered_by,
    assignedTo: row.assigned_to,
  }
}
