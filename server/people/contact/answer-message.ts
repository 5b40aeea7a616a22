import type { z } from 'zod'
import type { answerMessageSchema } from '#shared/desk/requests.ts'
import type { Notifying } from '../../messages/mail/notify-owner.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { findLatestAct, recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import { isId, randomId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { enqueueMessageMails } from './store-message.ts'

/** A repeat changes nothing. @throws AppError 404 `message_not_found` */
export async function markAnswered(
  db: Db,
  id: string,
  { who }: { who: string },
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { answered_at } = await lockAsSeen(trx, id)
    if (answered_at !== null) return
    const answered = { answered_at: moment.now.toISOString(), answered_by: who }
    await trx.updateTable('messages').set(answered).where('id', '=', id).execute()
    await recordAudit(trx, { who, act: 'message.answered', subject: id }, moment)
  })
}

export type Answer = Pick<z.output<typeof answerMessageSchema>, 'text' | 'articles' | 'revision'>

/** Mails an answer, and takes the message out of those that wait. @throws AppError 404 `message_not_found`, 409 `changed_meanwhile` */
export async function answerMessage(
  trx: Trx,
  id: string,
  { text, articles, revision, who }: Answer & { who: string },
  moment: Moment,
): Promise<void> {
  const { email, quarantined } = await lockAsSeen(trx, id, revision)
  if (quarantined) throw messageNotFound('It’s held as spam. Say first that it’s none.')
  const params = { text, articles, by: who }
  const dedupeKey = randomId(`message:${id}:answer`, moment.random)
  const mail = { kind: 'contact_answer', dedupeKey, recipient: email, messageId: id, params } as const
  await enqueueMail(trx, mail, moment)
  const answered = { answered_at: moment.now.toISOString(), answered_by: who }
  await trx.updateTable('messages').set(answered).where('id', '=', id).execute()
  await recordAudit(trx, { who, act: 'message.replied', subject: id }, moment)
}

/** Puts a message back among those that wait. A repeat changes nothing. @throws AppError 404 `message_not_found` */
export async function reopenMessage(
  db: Db,
  id: string,
  { who }: { who: string },
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { answered_at, answered_by } = await lockAsSeen(trx, id)
    if (answered_at === null) return
    await trx
      .updateTable('messages')
      .set({ answered_at: null, answered_by: null })
      .where('id', '=', id)
      .execute()
    const before = { answered_by }
    await recordAudit(trx, { who, act: 'message.reopened', subject: id, before }, moment)
  })
}

/** @param to folded; null for nobody. A repeat changes nothing. @throws AppError 404 `message_not_found` */
export async function assignMessage(
  db: Db,
  id: string,
  { who, to }: { who: string; to: string | null },
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { assigned_to } = await lockAsSeen(trx, id)
    if (assigned_to === to) return
    await trx.updateTable('messages').set({ assigned_to: to }).where('id', '=', id).execute()
    const change = { before: { assigned_to }, after: { assigned_to: to } }
    await recordAudit(trx, { who, act: 'message.assigned', subject: id, ...change }, moment)
  })
}

/** Counts acts, so it is another one after each. */
export async function revisionOf(db: Db, id: string): Promise<number> {
  const { acts } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.countAll<number>().as('acts'))
    .where('subject', '=', id)
    .executeTakeFirstOrThrow()
  return Number(acts)
}

/** Locks a message as somebody saw it. @throws AppError 404 `message_not_found`, 409 `changed_meanwhile` */
async function lockAsSeen(trx: Trx, id: string, revision?: number | undefined): Promise<MessageRow> {
  const message = isId(id)
    ? await trx.updateTable('messages').set({ id }).where('id', '=', id).returningAll().executeTakeFirst()
    : undefined
  if (!message) throw messageNotFound()
  if (revision === undefined) return message
  const now = await revisionOf(trx, id)
  if (revision === now) return message
  const latest = await findLatestAct(trx, id)
  const detail = `Message ${message.reference} has changed meanwhile. Nothing was done.`
  throw new AppError(409, 'changed_meanwhile', detail, { members: { ...latest, revision: now } })
}

export function messageNotFound(detail = 'There is no such message.'): AppError {
  return new AppError(404, 'message_not_found', detail)
}

/** Releases a message and its mails from quarantine. A repeat changes nothing. @throws AppError 404 `message_not_found` */
export async function markNotSpam(
  db: Db,
  id: string,
  { who, site }: { who: string; site: Notifying['site'] },
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const message = await lockAsSeen(trx, id)
    if (!message.quarantined) return
    await trx.updateTable('messages').set({ quarantined: 0 }).where('id', '=', id).execute()
    await enqueueMessageMails(trx, { ...message, quarantined: 0 }, { site, ...moment })
    const change = { before: { quarantined: true }, after: { quarantined: false } }
    await recordAudit(trx, { who, act: 'message.not_spam', subject: id, ...change }, moment)
  })
}
