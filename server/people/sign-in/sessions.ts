import { recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { SessionRow } from '../../runtime/db/rows/sign-in.ts'
import type { Moment } from '../../runtime/moment.ts'
import { spendMailLink } from './mail-links.ts'
import type { SignInPurpose } from './session-lifetimes.ts'
import { hashToken, newToken } from './token.ts'

export type Session = {
  /** Folded, see `foldEmail`. */
  email: string
  endsAt: string
}

/**
 * Uses a mailed link, signs its address in and ends earlier sessions.
 * @param admit whether the address may still sign in
 * @returns the cookie's token and the link's subject; null for an invalid or used link
 */
export async function openSession(
  db: Db,
  linkToken: string,
  purpose: SignInPurpose,
  moment: Moment,
  admit: (trx: Trx, email: string) => Promise<boolean> = async () => true,
): Promise<{ token: string; subject: string | null } | null> {
  const { now, random } = moment
  return db.transaction().execute(async (trx) => {
    const link = await spendMailLink(trx, linkToken, [purpose.name], now)
    if (!link || !(await admit(trx, link.email))) return null
    const { email } = link
    await endSessions(trx, email, purpose, moment)
    const { token, token_hash } = newToken(random)
    const row = {
      token_hash,
      purpose: purpose.name,
      email,
      created_at: now.toISOString(),
      seen_at: now.toISOString(),
      expires_at: new Date(now.getTime() + purpose.sessionMs).toISOString(),
    }
    await trx.insertInto('sessions').values(row).execute()
    const act = purpose.acts?.signedIn
    if (act) await recordAudit(trx, { who: email, act, subject: email, after: { email } }, moment)
    return { token, subject: link.subject }
  })
}

/** Reads the database each time, so that an ended session ends in every process. */
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
  if (!session || isIdle(session, purpose, now)) return null
  // Limits writes, because a page makes several requests at once and each write waits for the disk.
  if (purpose.idleMs !== undefined && unseenMs(session, now) >= 1000)
    await whereToken(db, token).set({ seen_at: now.toISOString() }).execute()
  return { email: session.email, endsAt: session.expires_at }
}

/** Ends the session of a token, for signing out. */
export async function endSession(
  db: Db,
  token: string,
  purpose: SignInPurpose,
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await whereToken(trx, token)
      .set({ ended_at: moment.now.toISOString() })
      .where('purpose', '=', purpose.name)
      .returning(['email', 'seen_at', 'expires_at'])
      .execute()
    await recordEnds(trx, ended, { purpose, reason: 'signed out' }, moment)
  })
}

async function endSessions(trx: Trx, email: string, purpose: SignInPurpose, moment: Moment): Promise<void> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: moment.now.toISOString() })
    .where('purpose', '=', purpose.name)
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .returning(['email', 'seen_at', 'expires_at'])
    .execute()
  await recordEnds(trx, ended, { purpose, reason: 'a newer link was opened' }, moment)
}

type EndedSession = Pick<SessionRow, 'email' | 'seen_at' | 'expires_at'>

/** Skips sessions that had expired before. */
async function recordEnds(
  trx: Trx,
  ended: EndedSession[],
  { purpose, reason }: { purpose: SignInPurpose; reason: string },
  moment: Moment,
): Promise<void> {
  const act = purpose.acts?.ended
  if (!act) return
  const { now } = moment
  const open = ended.filter((each) => each.expires_at > now.toISOString() && !isIdle(each, purpose, now))
  for (const { email } of open) {
    const entry = { who: email, act, subject: email, before: { email }, after: { reason } }
    await recordAudit(trx, entry, moment)
  }
}

function isIdle(session: Pick<SessionRow, 'seen_at'>, { idleMs }: SignInPurpose, now: Date): boolean {
  return idleMs !== undefined && unseenMs(session, now) > idleMs
}

function unseenMs({ seen_at }: Pick<SessionRow, 'seen_at'>, now: Date): number {
  return now.getTime() - Date.parse(seen_at)
}

function whereToken(db: Db, token: string) {
  return db.updateTable('sessions').where('token_hash', '=', hashToken(token)).where('ended_at', 'is', null)
}
