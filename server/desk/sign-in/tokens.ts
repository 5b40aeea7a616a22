import { dayMs } from '#shared/calendar/calendar.ts'
import type { Token } from '#shared/desk/answers.ts'
import { hashToken, newToken } from '../../people/sign-in/token.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { DeskTokenRow } from '../../runtime/db/rows/sign-in.ts'
import { newId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import type { Ending } from './sessions.ts'

const prefix = 'desk_'
/** Limits database writes for a busy program. */
const noteEveryMs = 60_000
/** Days until a forgotten token expires. */
export const defaultDays = 365
export const mostDays = 3650

/**
 * @property email folded; the token has its owner's role
 * @property scopes from `allScopes`; null for everything the role may do
 */
type NewToken = { email: string; who: string; days?: number; scopes?: readonly string[] | null }

/** @param admit whether its owner is still staff @returns the token, which isn't stored */
export async function createToken(
  db: Db,
  { email, who, days = defaultDays, scopes = null }: NewToken,
  moment: Moment,
  admit: (trx: Trx, email: string) => Promise<boolean> = async () => true,
): Promise<{ id: string; token: string; expiresAt: string }> {
  const { token, token_hash } = newToken(moment.random)
  const id = newId('tok', moment)
  const expiresAt = new Date(moment.now.getTime() + days * dayMs).toISOString()
  const row: DeskTokenRow = {
    id,
    token_hash,
    email,
    created_at: moment.now.toISOString(),
    used_at: null,
    revoked_at: null,
    expires_at: expiresAt,
    scopes: scopes === null ? null : scopes.join(' '),
  }
  const after = { email, expiresAt, ...(scopes && { scopes: scopes.join(', ') }) }
  await db.transaction().execute(async (trx) => {
    if (!(await admit(trx, email))) throw new Error(`${email} isn’t among the staff any more.`)
    await trx.insertInto('desk_tokens').values(row).execute()
    await recordAudit(trx, { who, act: 'desk.token_created', subject: id, after }, moment)
  })
  return { id, token: prefix + token, expiresAt }
}

/**
 * Null for an unknown or malformed token.
 * @throws AppError 401 `sign_in_required` with the time at which it ended
 */
export async function findToken(
  db: Db,
  authorization: string,
  now: Date,
): Promise<Pick<Token, 'email' | 'scopes'> | null> {
  const [, token] = /^Bearer +desk_([\w-]{43})$/i.exec(authorization) ?? []
  if (!token) return null
  const found = await db
    .selectFrom('desk_tokens')
    .select(['id', 'email', 'used_at', 'expires_at', 'scopes'])
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  if (found.expires_at !== null && found.expires_at <= now.toISOString()) throw ended(found.expires_at)
  if (found.used_at === null || now.getTime() - Date.parse(found.used_at) >= noteEveryMs) {
    await db
      .updateTable('desk_tokens')
      .set({ used_at: now.toISOString() })
      .where('id', '=', found.id)
      .execute()
  }
  return { email: found.email, scopes: readScopes(found) }
}

/** Valid tokens, newest first. @param email folded; null for everyone's */
export async function listTokens(db: Db, email: string | null, now: Date): Promise<Token[]> {
  const rows = await db
    .selectFrom('desk_tokens')
    .select(['id', 'email', 'created_at as createdAt', 'used_at as usedAt'])
    .select(['expires_at as expiresAt', 'scopes'])
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .$if(email !== null, (query) => query.where('email', '=', String(email)))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, scopes: readScopes(row) }))
}

function readScopes({ scopes }: Pick<DeskTokenRow, 'scopes'>): string[] | null {
  return scopes === null ? null : scopes.split(' ')
}

function ended(at: string): AppError {
  return signInRequired(`This token ended at ${at}. Make another by desk token.`)
}

/** Each 401 must name the accepted authentication (RFC 9110, 15.5.2). */
export function signInRequired(detail: string): AppError {
  return new AppError(401, 'sign_in_required', detail, { headers: { 'WWW-Authenticate': 'Bearer' } })
}

/** @returns whether the token was valid */
export async function revokeToken(
  db: Db,
  { id, email, who, bind }: Ending,
  moment: Moment,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const revoked = await trx
      .updateTable('desk_tokens')
      .set({ revoked_at: moment.now.toISOString() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .$if(email !== null, (query) => query.where('email', '=', String(email)))
      .returning('email')
      .executeTakeFirst()
    if (!revoked) return false
    const before = { email: revoked.email }
    await recordAudit(trx, { who, act: 'desk.token_revoked', subject: id, before }, moment)
    await bind?.(trx, id)
    return true
  })
}
