import type { ShopContext } from '../../context.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import { momentOf } from '../../runtime/moment.ts'
import { createMailLink, type NewMailLink } from '../sign-in/mail-links.ts'

/** Mails about messages and sign-ins read this data when they are sent. */
export type PeopleSources = LinkSource & {
  message(id: string): Promise<MessageRow | null>
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
    createLink: (link) => createMailLink(db, link, momentOf(ctx)),
  }
}
