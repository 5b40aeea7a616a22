import { dayIn } from '#shared/calendar.ts'
import type { ShopContext } from '../context.ts'
import { readDocumentPdf } from '../invoices/issue.ts'
import { readKey } from '../licensing/manage.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { CustomerSources } from '../mail/sources.ts'
import { momentOf } from '../moment.ts'
import { createMailLink } from '../sign-in/mail-links.ts'
import { findTypedEmail } from './owned.ts'

export function createCustomerSources(ctx: ShopContext): CustomerSources {
  const { database, keyring, library } = ctx
  const { db } = database
  return {
    findTypedEmail: (email) => findTypedEmail(db, email),
    async notifyUnknownAddress(email) {
      const moment = momentOf(ctx)
      const day = dayIn(library.typed.site.company.timeZone, moment.now)
      const dedupeKey = `sign-in:unknown:${email}:${day}`
      await enqueueMail(db, { kind: 'sign_in_unknown', dedupeKey, recipient: email }, moment)
    },
    async licence(id) {
      const row = await db
        .selectFrom('licences')
        .select(['plan', 'key_hint', 'status', 'email'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? { ...row, key: await readKey(db, id, keyring) } : null
    },
    async move(id) {
      const move = await db.selectFrom('licence_moves').selectAll().where('id', '=', id).executeTakeFirst()
      if (!move) return null
      const ids = JSON.parse(move.licence_ids) as string[]
      const licences = await db
        .selectFrom('licences')
        .select(['plan', 'key_hint'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
      return { ...move, licences }
    },
    document: (orderId, number) => readDocumentPdf(db, orderId, number),
    createLink: (link) => createMailLink(db, link, momentOf(ctx)),
  }
}
