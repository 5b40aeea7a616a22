import { createHash } from 'node:crypto'
import type { Trx } from '../../runtime/db/database.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import type { Incoming } from './store-message.ts'

/** Equal content within this many milliseconds is one message. */
export const repeatWindow = 10 * 60_000

/** A repeat is found even after the first message was deleted. Honeypot messages never match others. */
export function repeatKey({ message, quarantined }: Incoming): string {
  const content = JSON.stringify([quarantined, { ...message, email: message.email.toLowerCase() }])
  return createHash('sha256').update(content).digest('hex')
}

/** @returns null for none, after it let an expired repeat go */
export async function findRepeat(
  trx: Trx,
  { repeat_key: key, verified }: Pick<MessageRow, 'repeat_key' | 'verified'>,
  now: Date,
) {
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
