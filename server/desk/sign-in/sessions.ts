import type { OpenSession } from '#shared/desk/answers.ts'
import { deskPurpose } from '../../people/sign-in/session-lifetimes.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { Moment } from '../../runtime/moment.ts'
import type { Bind } from '../../web/idempotency/keys.ts'

/** Part of the hash identifies a session without revealing its token. */
const idLength = 24

/** Open sessions, newest first. @param email folded; null for everyone's */
export async function listSessions(
  db: Db,
  email: string | null,
  now: Date,
): Promise<Omit<OpenSession, 'isThis'>[]> {
  const rows = await openSessions(db, email, now).orderBy('created_at', 'desc').execute()
  return rows.map(({ token_hash, email, created_at, seen_at, expires_at }) => ({
    id: sessionId(token_hash),
    email,
    createdAt: created_at,
    seenAt: seen_at,
    endsAt: expires_at,
  }))
}

/** @property email folded address whose access may end; null for anyone's */
export type Ending = { id: string; email: string | null; who: string; bind?: Bind }

/** @returns whether the session was open */
export async function endSessionById(
  db: Db,
  { id, email, who, bind }: Ending,
  moment: Moment,
): Promise<boolean> {
  if (!new RegExp(`^[0-9a-f]{${idLength}}$`).test(id)) return false
  return db.transaction().execute(async (trx) => {
    const open = await openSessions(trx, email, moment.now)
      .where('token_hash', 'like', `${id}%`)
      .executeTakeFirst()
    if (!open) return false
    await trx
      .updateTable('sessions')
      .set({ ended_at: moment.now.toISOString() })
      .where('token_hash', '=', open.token_hash)
      .execute()
    const before = { email: open.email }
    await recordAudit(trx, { who, act: 'desk.session_ended', subject: open.email, before }, moment)
    await bind?.(trx, id)
    return true
  })
}

export function sessionId(tokenHash: string): string {
  return tokenHash.slice(0, idLength)
}

function openSessions(db: Db, email: string | null, now: Date) {
  const idleSince = new Date(now.getTime() - Number(deskPurpose.idleMs)).toISOString()
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('purpose', '=', deskPurpose.name)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('seen_at', '>=', idleSince)
    .$if(email !== null, (query) => query.where('email', '=', String(email)))
}
