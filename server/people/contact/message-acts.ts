import type { z } from 'zod'
import type { answerMessageSchema } from '#shared/desk/requests/messages.ts'
import type { Notifying } from '../../messages/mail/notify-owner.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { findLatestAct, recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import { isId, randomId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { enqueueMessageMails } from './store-message.ts'

/** @property revision the one that the person saw; absent to accept any */
type Actor = { who: string; revision?: number | undefined }

/** Repeating it changes nothing. @throws AppError 404 `message_not_found`, 409 `changed_meanwhile` */
export async function markAnswered(
  db: Db,
  id: string,
  { who, revision }: Actor,
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const message = await lockMessage(trx, id)
    if (message.answered_at !== null) return
    await requireRevision(trx, message, revision)
    const answered = { answered_at: moment.now.toISOString(), answered_by: who }
    await trx.updateTable('messages').set(answered).where('id', '=', id).execute()
    await recordAudit(trx, { who, act: 'message.answered', subject: id }, moment)
  })
}

export type Answer = Pick<z.output<typeof answerMessageSchema>, 'text' | 'articles' | 'revision'>

/**
 * Mails an answer, and marks the message as answered.
 * @throws AppError 404 `message_not_found`, 409 `changed_meanwhile`
 */
export async function answerMessage(
  trx: Trx,
  id: string,
  { text, articles, revision, who }: Answer & Actor,
  moment: Moment,
): Promise<void> {
  const message = await lockMessage(trx, id)
  await requireRevision(trx, message, revision)
  const { email, quarantined } = message
  if (quarantined) throw messageNotFound('It’s held as spam. Say first that it’s none.')
  const params = { text, articles, by: who }
  const dedupeKey = randomId(`message:${id}:answer`, moment.random)
  const mail = { kind: 'contact_answer', dedupeKey, recipient: email, messageId: id, params } as const
  await enqueueMail(trx, mail, moment)
  const answered = { answered_at: moment.now.toISOString(), answered_by: who }
  await trx.updateTable('messages').set(answered).where('id', '=', id).execute()
  await recordAudit(trx, { who, act: 'message.replied', subject: id }, moment)
}

/**
 * Marks a message as unanswered again. Repeating it changes nothing.
 * @throws AppError 404 `message_not_found`, 409 `changed_meanwhile`
 */
export async function reopenMessage(
  db: Db,
  id: string,
  { who, revision }: Actor,
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const message = await lockMessage(trx, id)
    const { answered_at, answered_by } = message
    if (answered_at === null) return
    await requireRevision(trx, message, revision)
    await trx
      .updateTable('messages')
      .set({ answered_at: null, answered_by: null })
      .where('id', '=', id)
      .execute()
    const before = { answered_by }
    await recordAudit(trx, { who, act: 'message.reopened', subject: id, before }, moment)
  })
}

/**
 * Repeating it changes nothing.
 * @param wanted `to` is a folded e-mail; null unassigns
 * @throws AppError 404 `message_not_found`, 409 `changed_meanwhile`
 */
export async function assignMessage(
  db: Db,
  id: string,
  { who, revision, to }: Actor & { to: string | null },
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const message = await lockMessage(trx, id)
    const { assigned_to } = message
    if (assigned_to === to) return
    await requireRevision(trx, message, revision)
    await trx.updateTable('messages').set({ assigned_to: to }).where('id', '=', id).execute()
    const change = { before: { assigned_to }, after: { assigned_to: to } }
    await recordAudit(trx, { who, act: 'message.assigned', subject: id, ...change }, moment)
  })
}

/** Unassigns a person's messages, so that others may answer them. @param email folded */
export async function unassignMessages(
  trx: Trx,
  { email, who }: { email: string; who: string },
  moment: Moment,
): Promise<void> {
  const left = await trx
    .updateTable('messages')
    .set({ assigned_to: null })
    .where('assigned_to', '=', email)
    .where('answered_at', 'is', null)
    .returning('id')
    .execute()
  const change = { before: { assigned_to: email }, after: { assigned_to: null } }
  for (const { id } of left)
    await recordAudit(trx, { who, act: 'message.assigned', subject: id, ...change }, moment)
}

/** Counts the message's acts, so it changes with each. */
export async function revisionOf(db: Db, id: string): Promise<number> {
  const { acts } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.countAll<number>().as('acts'))
    .where('subject', '=', id)
    .executeTakeFirstOrThrow()
  return Number(acts)
}

/** @throws AppError 404 `message_not_found` */
async function lockMessage(trx: Trx, id: string): Promise<MessageRow> {
  const message = isId(id)
    ? await trx.updateTable('messages').set({ id }).where('id', '=', id).returningAll().executeTakeFirst()
    : undefined
  if (!message) throw messageNotFound()
  return message
}

/** @throws AppError 409 `changed_meanwhile` with the other person's name, time and act */
async function requireRevision(
  trx: Trx,
  { id, reference }: MessageRow,
  revision: number | undefined,
): Promise<void> {
  if (revision === undefined) return
  const now = await revisionOf(trx, id)
  if (revision === now) return
  const latest = await findLatestAct(trx, id)
  const detail = `Message ${reference} has changed meanwhile. Nothing was done.`
  throw new AppError(409, 'changed_meanwhile', detail, { members: { ...latest, revision: now } })
}

export function messageNotFound(detail = 'There is no such message.'): AppError {
  return new AppError(404, 'message_not_found', detail)
}

/**
 * Releases a message and its mails from quarantine. Repeating it changes nothing.
 * @throws AppError 404 `message_not_found`
 */
export async function markNotSpam(
  db: Db,
  id: string,
  { who, site }: { who: string; site: Notifying['site'] },
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const message = await lockMessage(trx, id)
    if (!message.quarantined) return
    await trx.updateTable('messages').set({ quarantined: 0 }).where('id', '=', id).execute()
    await enqueueMessageMails(trx, message, { site, ...moment })
    const change = { before: { quarantined: true }, after: { quarantined: false } }
    await recordAudit(trx, { who, act: 'message.not_spam', subject: id, ...change }, moment)
  })
}
