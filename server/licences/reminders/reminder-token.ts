import { createHmac } from 'node:crypto'
import { foldEmail } from '#shared/text/email.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Secrets } from '../../runtime/keys/data-secret.ts'
import { equalSecrets } from '../../runtime/keys/equal-secrets.ts'
import type { Keyring } from '../../runtime/keys/keyring.ts'
import { reminderParamsSchema } from './params.ts'

type Purpose = 'licence renewal' | 'reminder opt-out'

/** "mail_….…". Identifies a reminder for one purpose, so that links reveal neither key nor address. */
export function reminderToken(purpose: Purpose, mailId: string, secrets: Secrets): string {
  return `${mailId}.${createHmac('sha256', secrets.of(purpose)).update(mailId).digest('base64url')}`
}

/** @returns null for a token of another purpose, or a forged one */
export async function findReminded(
  db: Db,
  purpose: Purpose,
  token: string,
  keyring: Keyring,
): Promise<string | null> {
  return (await findReminder(db, purpose, token, keyring))?.recipient ?? null
}

/** @returns null once the licence belongs to another address */
export async function findRemindedLicence(
  db: Db,
  token: string,
  keyring: Keyring,
): Promise<LicenceRow | null> {
  const reminder = await findReminder(db, 'licence renewal', token, keyring)
  if (!reminder) return null
  const { licenceId } = reminderParamsSchema.parse(JSON.parse(reminder.params))
  const licence = await db.selectFrom('licences').selectAll().where('id', '=', licenceId).executeTakeFirst()
  return licence && foldEmail(licence.email) === foldEmail(reminder.recipient) ? licence : null
}

async function findReminder(db: Db, purpose: Purpose, token: string, keyring: Keyring) {
  const [, mailId] = /^(mail_\w{1,64})\.[\w-]{43}$/.exec(token) ?? []
  if (!mailId) return null
  if (!equalSecrets(reminderToken(purpose, mailId, await keyring.secrets(db)), token)) return null
  return db
    .selectFrom('mails')
    .select(['recipient', 'params'])
    .where('id', '=', mailId)
    .where('kind', '=', 'licence_reminder')
    .executeTakeFirst()
}
