import type { Db, Trx } from '../db/database.ts'
import type { SessionRow } from '../db/rows/sign-in.ts'
import type { Moment } from '../moment.ts'
import type { SignInPurpose } from './lifetimes.ts'
import { spendMailLink } from './mail-links.ts'
import { hashToken, newToken } from './token.ts'

export type Session = {
  /** Folded, see `foldEmail`. */
  email: string
  endsAt: string
}

/**
 * Spends a mailed link, signs its address in and ends earlier sessions.
 * @returns the cookie's token, and the subject of the link; null for a dead link
 */
export async function openSession(
  db: Db,
  linkToken: string,
  purpose: SignInPurpose,
  { now, random }: Moment,
): Promise<{ token: string; subject: string | null } | null> {
  return db.transaction().execute(async (trx) => {
    const link = await spendMailLink(trx, linkToken, [purpose.name], now)
    if (!link) return null
    await endSessions(trx, link.email, purpose, now)
    const { token, token_hash } = newToken(random)
    const row: SessionRow = {
      token_hash,
      purpose: purpose.name,
      email: link.email,
      created_at: now.toISOString(),
      seen_at: now.toISOString(),
      expires_at: new Date(now.getTime() + purpose.sessionMs).toISOString(),
      ended_at: null,
    }
    await trx.insertInto('sessions').values(row).execute()
    return { token, subject: link.subject }
  })
}

/** Reads the database each time, so an ended session ends in every process. */
export async function findSession(
  db: Db,
  token: string,
  purpose: SignInPurpose,
  now: Date,
): Promise<Session | null> {
  const session = await db
    .selectFrom('sessions')
    .select(['email', 'seen_at', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose.name)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  if (!session) return null
  if (purpose.idleMs !== undefined) {
    const unseenMs = now.getTime() - Date.parse(session.seen_at)
    if (unseenMs > purpose.idleMs) return null
    // A page makes several requests at once, and each write waits for the disk.
    if (unseenMs >= 1000) await whereToken(db, token).set({ seen_at: now.toISOString() }).execute()
  }
  return { email: session.email, endsAt: session.expires_at }
}

export async function endSession(db: Db, token: string, now: Date): Promise<void> {
  await whereToken(db, token).set({ ended_at: now.toISOString() }).execute()
}

async function endSessions(trx: Trx, email: string, { name }: SignInPurpose, now: Date): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ ended_at: now.toISOString() })
    .where('purpose', '=', name)
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .execute()
}

function whereToken(db: Db, token: string) {
  return db.updateTable('sessions').where('token_hash', '=', hashToken(token)).where('ended_at', 'is', null)
}
