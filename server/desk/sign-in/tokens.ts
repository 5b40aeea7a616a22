import type { Token } from '#shared/desk/answers.ts'
import { recordAudit } from '../../audit.ts'
import type { Db } from '../../db/database.ts'
import type { DeskTokenRow } from '../../db/rows/sign-in.ts'
import { newId } from '../../ids.ts'
import type { Moment } from '../../moment.ts'
import { hashToken, newToken } from '../../sign-in/token.ts'
import type { Ending } from './sessions.ts'

const prefix = 'desk_'
/** Limits writes for a busy program. */
const noteEveryMs = 60_000

/** @param email folded; the token has its owner's role @returns the token, which is stored nowhere */
export async function createToken(
  db: Db,
  { email, who }: { email: string; who: string },
  moment: Moment,
): Promise<{ id: string; token: string }> {
  const { token, token_hash } = newToken(moment.random)
  const id = newId('tok', moment.random)
  const row: DeskTokenRow = {
    id,
    token_hash,
    email,
    created_at: moment.now.toISOString(),
    used_at: null,
    revoked_at: null,
  }
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('desk_tokens').values(row).execute()
    await recordAudit(trx, { who, act: 'desk.token_created', subject: id, after: { email } }, moment)
  })
  return { id, token: prefix + token }
}

/** Null for an unknown or malformed token. */
export async function findTokenEmail(db: Db, authorization: string, now: Date): Promise<string | null> {
  const [, token] = /^Bearer desk_([\w-]{43})$/i.exec(authorization) ?? []
  if (!token) return null
  const found = await db
    .selectFrom('desk_tokens')
    .select(['id', 'email', 'used_at'])
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  if (found.used_at === null || now.getTime() - Date.parse(found.used_at) >= noteEveryMs) {
    await db
      .updateTable('desk_tokens')
      .set({ used_at: now.toISOString() })
      .where('id', '=', found.id)
      .execute()
  }
  return found.email
}

/** Valid tokens, newest first. @param email folded; null for everyone's */
export async function listTokens(db: Db, email: string | null): Promise<Token[]> {
  return db
    .selectFrom('desk_tokens')
    .select(['id', 'email', 'created_at as createdAt', 'used_at as usedAt'])
    .where('revoked_at', 'is', null)
    .$if(email !== null, (query) => query.where('email', '=', String(email)))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
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
