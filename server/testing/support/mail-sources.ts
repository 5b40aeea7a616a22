import type { MailSources } from '../../mails.ts'
import type { Db } from '../../runtime/db/database.ts'

/** Sources without any data. */
export const noSources: MailSources = {
  order: async () => null,
  orderLink: async ({ id }) => `https://shop.example/${id}`,
  paidByCard: async () => ({ count: 0, total: 0, orders: [] }),
  document: async () => null,
  documentByNumber: async () => null,
  earlierInvoice: async () => null,
  quote: async () => null,
  licence: async () => null,
  imported: async () => [],
  reminder: async () => null,
  move: async () => null,
  findTypedEmail: async () => null,
  notifyUnknownAddress: async () => {},
  message: async () => null,
  mailsBefore: async () => [],
  createLink: async () => ({ token: 'token', expiresAt: new Date(0) }),
  member: async () => null,
}

/** Sources that find only messages. */
export function messageSources(db: Db): MailSources {
  return {
    ...noSources,
    async message(id) {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
      return row ?? null
    },
  }
}
