import type { Db } from '../db/database.ts'
import { sameEmail } from '../db/folded-text.ts'
import type { MailRow } from '../db/rows/mails.ts'
import type { MessageRow } from '../db/rows/messages.ts'

export type MessageFilter = { quarantined: boolean; email?: string | undefined; limit: number }

/** Newest first. */
export async function listMessages(
  db: Db,
  { quarantined, email, limit }: MessageFilter,
): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('quarantined', '=', Number(quarantined))
    .$if(email !== undefined, (query) => query.where(({ ref }) => sameEmail(ref('email'), String(email))))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type MessageMail = Pick<MailRow, 'kind' | 'recipient' | 'status' | 'sent_at'>

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
    .select(['kind', 'recipient', 'status', 'sent_at'])
    .where('message_id', '=', message.id)
    .orderBy('kind')
    .execute()
  return { ...message, mails }
}
