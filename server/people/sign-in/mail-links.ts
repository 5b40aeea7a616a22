import type { AuditAct } from '#shared/desk/audit-words.ts'
import { foldEmail } from '#shared/text/email.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { MailLinkRow } from '../../runtime/db/rows/sign-in.ts'
import type { Moment } from '../../runtime/moment.ts'
import { hashToken, newToken } from './token.ts'

export type NewMailLink = {
  purpose: string
  email: string
  subject?: string | undefined
  validMs: number
  /** Absent if the audit doesn't record the link. */
  audit?: { who: string; act: AuditAct }
}

/** @returns the token, which isn't stored */
export async function createMailLink(
  db: Db,
  { purpose, subject, validMs, audit, ...wanted }: NewMailLink,
  moment: Moment,
): Promise<{ token: string; expiresAt: Date }> {
  const { now, random } = moment
  const email = foldEmail(wanted.email)
  const { token, token_hash } = newToken(random)
  const expiresAt = new Date(now.getTime() + validMs)
  const row = {
    token_hash,
    purpose,
    email,
    subject: subject ?? null,
    created_at: now.toISOString(),
    expires_at: expiresAt.toISOString(),
  }
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('mail_links').values(row).execute()
    if (audit) await recordAudit(trx, { ...audit, subject: email, after: { email } }, moment)
  })
  return { token, expiresAt }
}

type SpentLink = Pick<MailLinkRow, 'purpose' | 'email' | 'subject'>

/** @param token untrusted @returns the address of a valid link; otherwise null */
export async function findLinkEmail(
  db: Db,
  token: string,
  purpose: string,
  now: Date,
): Promise<string | null> {
  const link = await db
    .selectFrom('mail_links')
    .select('email')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return link?.email ?? null
}

/**
 * Uses a link once, in the transaction of what it opens.
 * @param token untrusted
 * @returns null for an invalid, used or foreign link
 */
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
