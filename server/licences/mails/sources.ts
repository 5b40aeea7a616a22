import { dayIn } from '#shared/calendar/calendar.ts'
import type { ShopContext } from '../../context.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import type { LicenceMoveRow, LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { momentOf } from '../../runtime/moment.ts'
import { listImportedTo } from '../import/imported-licences.ts'
import { type OwnedLicence, ownedLicence } from '../licensing/issue.ts'
import type { ReminderParams } from '../reminders/params.ts'
import { type ReminderContent, readReminder } from '../reminders/reminder-source.ts'
import { findTypedEmail } from '../your-licences/owned.ts'

/** Mails about licences read this data when they are sent. Addresses are folded. */
export type LicenceSources = {
  /** Includes the whole key, which only its owner may read. */
  licence(id: string): Promise<OwnedLicence | null>
  /** An address's own licences of an import. */
  imported(importId: string, email: string): ReturnType<typeof listImportedTo>
  reminder(mail: Pick<MailRow, 'id' | 'recipient'>, params: ReminderParams): Promise<ReminderContent | null>
  move(
    id: string,
  ): Promise<(LicenceMoveRow & { licences: Pick<LicenceRow, 'id' | 'plan' | 'key_hint'>[] }) | null>
  /** Returns the first spelling; null if nothing was bought with the address. */
  findTypedEmail(email: string): Promise<string | null>
  /** Mails the address at most once a day. */
  notifyUnknownAddress(email: string): Promise<void>
}

export function createLicenceSources(ctx: ShopContext): LicenceSources {
  const {
    database: { db },
    keyring,
    library,
  } = ctx
  return {
    licence: (id) => ownedLicence(db, id, keyring),
    imported: (importId, email) => listImportedTo(db, importId, email),
    reminder: (mail, params) => readReminder(ctx, mail, params),
    async move(id) {
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
    findTypedEmail: (email) => findTypedEmail(db, email),
    async notifyUnknownAddress(email) {
      const moment = momentOf(ctx)
      const day = dayIn(library.typed.site.company.timeZone, moment.now)
      const dedupeKey = `sign-in:unknown:${email}:${day}`
      await enqueueMail(db, { kind: 'sign_in_unknown', dedupeKey, recipient: email }, moment)
    },
  }
}
