import type { ShopContext } from '../../context.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import { momentOf } from '../../runtime/moment.ts'
import { createMailLink, type NewMailLink } from '../sign-in/mail-links.ts'

/** Mails about messages and sign-ins read this data when they are sent. */
export type PeopleSources = LinkSource & {
  message(id: string): Promise<MessageRow | null>
  /** Ids of what its sender was mailed before, the latest last. */
  mailsBefore(mail: MailRow): Promise<string[]>
}

export type LinkSource = {
  /** Creates a one-time link during the delivery, because its token must not be stored. */
  createLink(link: NewMailLink): Promise<{ token: string; expiresAt: Date }>
}

export function createPeopleSources(ctx: ShopContext): PeopleSources {
  const { db } = ctx.database
  return {
    async message(id) {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
      return row ?? null
    },
    async mailsBefore({ message_id, id, created_at }) {
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
    createLink: (link) => createMailLink(db, link, momentOf(ctx)),
  }
}
