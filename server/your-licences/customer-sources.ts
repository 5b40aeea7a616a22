import { dayIn } from '#shared/calendar.ts'
import type { ShopContext } from '../context.ts'
import { readDocumentPdf } from '../invoices/issue.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { CustomerSources } from '../mail/sources.ts'
import { momentOf } from '../moment.ts'
import { createMailLink } from '../sign-in/mail-links.ts'
import { findTypedEmail } from './owned.ts'

export function createCustomerSources(ctx: ShopContext): CustomerSources {
  const { database, library } = ctx
  const { db } = database
  return {
    findTypedEmail: (email) => findTypedEmail(db, email),
    async notifyUnknownAddress(email) {
      const moment = momentOf(ctx)
      const day = dayIn(library.typed.site.company.timeZone, moment.now)
      const dedupeKey = `sign-in:unknown:${email}:${day}`
      await enqueueMail(db, { kind: 'sign_in_unknown', dedupeKey, recipient: email }, moment)
    },
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
    document: (orderId, number) => readDocumentPdf(db, orderId, number),
    createLink: (link) => createMailLink(db, link, momentOf(ctx)),
  }
}
