import { dayIn } from '#shared/calendar/calendar.ts'
import type { ShopContext } from '../../context.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import type { CustomerSources } from '../../messages/mail/sources.ts'
import { createMailLink } from '../../people/sign-in/mail-links.ts'
import { momentOf } from '../../runtime/moment.ts'
import { readDocumentPdf } from '../../shop/invoices/issue.ts'
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
