import type { MailSources } from '../../messages/mail/sources.ts'
import type { Db } from '../../runtime/db/database.ts'

/** Finds messages alone, for tests of mails about nothing else. */
export function messageSources(db: Db): MailSources {
  return {
    async message(id) {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
      return row ?? null
    },
    order: async () => null,
    licence: async () => null,
    reminder: async () => null,
    document: async () => null,
    earlierInvoice: async () => null,
    paidByCard: async () => ({ count: 0, total: 0, orders: [] }),
    quote: async () => null,
  }
}
