import type { Notifying } from '../../messages/mail/notify-owner.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
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
    await requireMessage(trx, id)
    const answered = await trx
      .updateTable('messages')
      .set({ answered_at: moment.now.toISOString(), answered_by: who })
      .where('id', '=', id)
      .where('answered_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (answered) await recordAudit(trx, { who, act: 'message.answered', subject: id }, moment)
  })
}

/** Releases a message and its mails from quarantine. A repeat changes nothing. @throws AppError 404 `message_not_found` */
export async function markNotSpam(
  db: Db,
  id: string,
  { who, site }: { who: string; site: Notifying['site'] },
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireMessage(trx, id)
    const released = await trx
      .updateTable('messages')
      .set({ quarantined: 0 })
      .where('id', '=', id)
      .where('quarantined', '=', 1)
      .returningAll()
      .executeTakeFirst()
    if (!released) return
    await enqueueMessageMails(trx, released, { site, ...moment })
    const change = { before: { quarantined: true }, after: { quarantined: false } }
    await recordAudit(trx, { who, act: 'message.not_spam', subject: id, ...change }, moment)
  })
}

async function requireMessage(db: Db, id: string): Promise<void> {
  const message = /^\w{1,64}$/.test(id)
    ? await db.selectFrom('messages').select('id').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!message) throw new AppError(404, 'message_not_found', 'There is no such message.')
}
