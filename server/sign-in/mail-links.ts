import { foldEmail } from '#shared/email.ts'
import type { Db, Trx } from '../db/database.ts'
import type { MailLinkRow } from '../db/rows/sign-in.ts'
import type { Moment } from '../moment.ts'
import { hashToken, newToken } from './token.ts'

export type NewMailLink = { purpose: string; email: string; subject?: string | undefined; validMs: number }

/** @returns the token, which is stored nowhere */
export async function createMailLink(
  db: Db,
  { purpose, email, subject, validMs }: NewMailLink,
  { now, random }: Moment,
): Promise<{ token: string; expiresAt: Date }> {
  const { token, token_hash } = newToken(random)
  const expiresAt = new Date(now.getTime() + validMs)
  const row: MailLinkRow = {
    token_hash,
    purpose,
    email: foldEmail(email),
    subject: subject ?? null,
    created_at: now.toISOString(),
    expires_at: expiresAt.toISOString(),
    spent_at: null,
  }
  await db.insertInto('mail_links').values(row).execute()
  return { token, expiresAt }
}

export type SpentLink = Pick<MailLinkRow, 'purpose' | 'email' | 'subject'>

/** Spends a link once, in the transaction of what it opens. @param token untrusted @returns null for a dead or foreign link */
export async function spendMailLink(
  trx: Trx,
  token: string,
  purposes: readonly string[],
  now: Date,
): Promise<SpentLink | null> {
  const spent = await trx
    .updateTable('mail_links')
    .set({ spent_at: now.toISOString() })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['purpose', 'email', 'subject'])
    .executeTakeFirst()
  return spent ?? null
}
