import { createHash } from 'node:crypto'
import type { ContactMessage, ContactReceipt } from '#shared/contact/contact.ts'
import { crockfordAlphabet } from '#shared/licensing/licence-key.ts'
import { type Notifying, notifyOwner } from '../../messages/mail/notify-owner.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import { newId, type Random } from '../../runtime/ids.ts'
import { tooManyUnverified } from './quarantine.ts'

export type Incoming = {
  message: ContactMessage
  verified: boolean
  /** Messages caught by the honeypot are stored without mails. */
  quarantined: boolean
}

/** Stores a message with its mails, or finds its duplicate. Once this resolves, the message is on disk. */
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

/** Finds the same message of the last minutes; null if there is none, or it is in quarantine. */
export async function findReceipt(
  db: Db,
  message: ContactMessage,
  now: Date,
): Promise<ContactReceipt | null> {
  const earlier = await selectRepeat(db, repeatKey({ message, quarantined: false }))
  if (!earlier || earlier.quarantined || !isRecent(earlier, now)) return null
  return { id: earlier.id, reference: earlier.reference }
}

/** Null if the reference was taken or the duplicate has just expired; then try again. */
async function tryToStore(
  trx: Trx,
  incoming: Incoming,
  notifying: Notifying,
): Promise<ContactReceipt | null> {
  const { message, verified } = incoming
  const { now, random } = notifying
  const quarantined = incoming.quarantined || (!verified && (await tooManyUnverified(trx, now)))
  const row = {
    id: newId('msg', notifying),
    reference: newReference(random),
    ...message,
    verified: Number(verified),
    quarantined: Number(quarantined),
    repeat_key: repeatKey(incoming),
    created_at: now.toISOString(),
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

/** Skips unverified addresses, because strangers can enter anybody's. */
export async function enqueueMessageMails(
  trx: Trx,
  { id, email, verified }: Pick<MessageRow, 'id' | 'email' | 'verified'>,
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

/** "C-7F3K2Q": short enough for the phone, one of 2³⁰. The database refuses duplicates. */
function newReference(random: Random): string {
  return `C-${Array.from(random(6), (byte) => crockfordAlphabet[byte % 32]).join('')}`
}

/** Milliseconds within which equal content counts as one message. */
export const repeatWindow = 10 * 60_000

/** Recognises a duplicate even after the first message was deleted. Honeypot messages never match others. */
function repeatKey({ message, quarantined }: Pick<Incoming, 'message' | 'quarantined'>): string {
  const content = JSON.stringify([quarantined, { ...message, email: message.email.toLowerCase() }])
  return createHash('sha256').update(content).digest('hex')
}

/** Releases the key of an expired duplicate. @returns null if there is no other */
async function findRepeat(
  trx: Trx,
  { repeat_key: key, verified }: Pick<MessageRow, 'repeat_key' | 'verified'>,
  now: Date,
) {
  const earlier = await selectRepeat(trx, key)
  if (!earlier) return null
  const { id, reference, quarantined } = earlier
  // A verified person's message must always reach somebody.
  const isHidden = quarantined && verified
  if (!isHidden && isRecent(earlier, now)) return { id, reference }
  await trx.updateTable('messages').set({ repeat_key: null }).where('id', '=', id).execute()
  return null
}

function selectRepeat(db: Db, key: string | null) {
  return db
    .selectFrom('messages')
    .select(['id', 'reference', 'quarantined', 'created_at'])
    .where('repeat_key', '=', key)
    .executeTakeFirst()
}

function isRecent({ created_at: createdAt }: Pick<MessageRow, 'created_at'>, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) < repeatWindow
}
