import { dayIn } from '#shared/calendar/calendar.ts'
import type { ShopContext } from '../../context.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { momentOf } from '../../runtime/moment.ts'
import { listImportedTo } from '../import/imported-licences.ts'
import { ownedLicence } from '../licensing/issue.ts'
import type { ReminderParams } from '../reminders/params.ts'
import { readReminder } from '../reminders/reminder-source.ts'
import { findTypedEmail } from '../your-licences/owned.ts'

/** Data for mails about licences, read when they are sent. Addresses are folded. */
export type LicenceSources = ReturnType<typeof createLicenceSources>

export function createLicenceSources(ctx: ShopContext) {
  const {
    database: { db },
    keyring,
    library,
  } = ctx
  return {
    /** Contains the whole key, which only its owner may read. */
    licence: (id: string) => ownedLicence(db, id, keyring),
    /** Licences of an import that the address owns. */
    imported: (importId: string, email: string) => listImportedTo(db, importId, email),
    reminder: (mail: Pick<MailRow, 'id' | 'recipient'>, params: ReminderParams) =>
      readReminder(ctx, mail, params),
    async move(id: string) {
      const move = await db.selectFrom('licence_moves').selectAll().where('id', '=', id).executeTakeFirst()
      if (!move) return null
      const ids = JSON.parse(move.licence_ids) as string[]
      const licences = await db
        .selectFrom('licences')
        .select(['id', 'plan', 'key_hint'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
      return { ...move, licences }
    },
    /** Returns the spelling first typed; null if nothing was bought with the address. */
    findTypedEmail: (email: string) => findTypedEmail(db, email),
    /** Mails the address at most once a day. */
    async notifyUnknownAddress(email: string) {
      const moment = momentOf(ctx)
      const day = dayIn(library.typed.site.company.timeZone, moment.now)
      const dedupeKey = `sign-in:unknown:${email}:${day}`
      await enqueueMail(db, { kind: 'sign_in_unknown', dedupeKey, recipient: email }, moment)
    },
  }
}
