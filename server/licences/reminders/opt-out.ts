import { foldEmail } from '#shared/text/email.ts'
import type { Db } from '../../runtime/db/database.ts'

/** Stops both kinds of reminder and nothing else (Spam Act 2003 s 18). */
export async function optOut(db: Db, email: string, now: Date): Promise<void> {
  await db
    .insertInto('reminder_opt_outs')
    .values({ email: foldEmail(email), created_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findOptedOut(db: Db, emails: string[]): Promise<(email: string) => boolean> {
  const rows = await db
    .selectFrom('reminder_opt_outs')
    .select('email')
    .where('email', 'in', emails.map(foldEmail))
    .execute()
  const optedOut = new Set(rows.map(({ email }) => email))
  return (email) => optedOut.has(foldEmail(email))
}

export function findOptOut(db: Db, email: string): Promise<{ created_at: string } | undefined> {
  return db
    .selectFrom('reminder_opt_outs')
    .select('created_at')
    .where('email', '=', foldEmail(email))
    .executeTakeFirst()
}
