import type { ShopContext } from '../../context.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { momentOf } from '../../runtime/moment.ts'
import { createMailLink, type NewMailLink } from '../sign-in/mail-links.ts'

/** Data for mails about messages and sign-ins, read when they are sent. */
export type PeopleSources = ReturnType<typeof createPeopleSources>

export type LinkSource = Pick<PeopleSources, 'createLink'>

export function createPeopleSources(ctx: ShopContext) {
  const { db } = ctx.database
  return {
    async message(id: string) {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
      return row ?? null
    },
    /** Ids of earlier mails to the message's sender, oldest first. */
    async mailsBefore({ message_id, id, created_at }: MailRow) {
      const rows = await db
        .selectFrom('mails')
        .select('id')
        .where('message_id', '=', message_id)
        .where('kind', 'in', ['contact_received', 'contact_answer'])
        .where('id', '!=', id)
        .where('created_at', '<=', created_at)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => row.id)
    },
    /** Creates a one-time link during delivery, because its token must not be stored. */
    createLink: (link: NewMailLink) => createMailLink(db, link, momentOf(ctx)),
  }
}
