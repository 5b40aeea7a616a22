import { createHash } from 'node:crypto'
import type { ContactMessage, ContactReceipt } from '#shared/contact.ts'
import type { Db, Trx } from '../db/database.ts'
import { sameEmail } from '../db/folded-text.ts'
import type { MailRow } from '../db/rows/mails.ts'
import type { MessageRow } from '../db/rows/messages.ts'
import { newId } from '../ids.ts'
import { type Notifying, notifyOwner } from '../mail/notify-owner.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { newReference } from './reference.ts'

export type Incoming = {
  message: ContactMessage
  verified: boolean
  /** Messages in the honeypot are stored without mails. */
  quarantined: boolean
}

/** Equal content within this many milliseconds is one message. */
export const repeatWindow = 10 * 60_000

/** Further unverified messages within an hour are quarantined. */
export const unverifiedPerHour = 10

/** Stores a message with its mails, or finds its repeat. Once this resolves, the message is on disk. */
export async function storeMessage(
  db: Db,
  incoming: Incoming,
  notifying: Notifying,
): Promise<ContactReceipt> {
  for (;;) {
    const receipt = await db.transaction().execute((trx) => tryToStore(trx, incoming, notifying))
    if (receipt) return receipt
  }
}

/** Null if the reference was taken or the repeat has just expired, so another try is needed. */
async function tryToStore(
  trx: Trx,
  incoming: Incoming,
  notifying: Notifying,
): Promise<ContactReceipt | null> {
  const { message, verified } = incoming
  const { now, random } = notifying
  const quarantined = incoming.quarantined || (!verified && (await tooManyUnverified(trx, now)))
  const row: MessageRow = {
    id: newId('msg', random),
    reference: newReference(random),
    name: message.name,
    email: message.email,
    topic: message.topic,
    message: message.message,
    verified: Number(verified),
    quarantined: Number(quarantined),
    repeat_key: hashContent(incoming),
    created_at: now.toISOString(),
    answered_at: null,
    answered_by: null,
  }
  const inserted = await trx
    .insertInto('messages')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'reference'])
    .executeTakeFirst()
  if (!inserted) return findRepeat(trx, row, now)
  if (!quarantined) await enqueueMessageMails(trx, row, notifying)
  return inserted
}

async function findRepeat(trx: Trx, { repeat_key: key, verified }: MessageRow, now: Date) {
  const earlier = await trx
    .selectFrom('messages')
    .select(['id', 'reference', 'quarantined', 'created_at'])
    .where('repeat_key', '=', key)
    .executeTakeFirst()
  if (!earlier) return null
  const { id, reference, quarantined, created_at: createdAt } = earlier
  // A verified person's message must always reach somebody.
  const isHidden = quarantined && verified
  if (!isHidden && now.getTime() - Date.parse(createdAt) < repeatWindow) return { id, reference }
  await trx.updateTable('messages').set({ repeat_key: null }).where('id', '=', id).execute()
  return null
}

/** Unverified addresses get no mail, because strangers can enter anybody's. */
export async function enqueueMessageMails(
  trx: Trx,
  { id, email, verified }: MessageRow,
  notifying: Notifying,
) {
  const mailOf = <Kind extends 'contact_message' | 'contact_received'>(kind: Kind) => ({
    kind,
    dedupeKey: `message:${id}:${kind}`,
    messageId: id,
  })
  await notifyOwner(trx, 'message', mailOf('contact_message'), notifying)
  if (verified) await enqueueMail(trx, { ...mailOf('contact_received'), recipient: email }, notifying)
}

async function tooManyUnverified(trx: Trx, now: Date): Promise<boolean> {
  const { count } = await trx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '>', new Date(now.getTime() - 3_600_000).toISOString())
    .where('verified', '=', 0)
    .where('quarantined', '=', 0)
    .executeTakeFirstOrThrow()
  return count >= unverifiedPerHour
}

/** A repeat is found even after the first message was deleted. Honeypot messages never match others. */
function hashContent({ message: { name, email, topic, message }, quarantined }: Incoming): string {
  const content = JSON.stringify([quarantined, name, email.toLowerCase(), topic, message])
  return createHash('sha256').update(content).digest('hex')
}

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
