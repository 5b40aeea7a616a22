import { mayRead, type Rights } from '#shared/desk/scopes.ts'
import type { Db } from '../../db/database.ts'
import { sameEmail } from '../../db/folded-text.ts'

const most = 10

/** Newest first. */
export async function findSendersThings(db: Db, email: string, rights: Rights) {
  const licences = !mayRead(rights, 'licences.read')
    ? []
    : await db
        .selectFrom('licences')
        .select(['id', 'plan', 'key_hint as keyHint', 'status'])
        .where(sameEmail('email', email))
        .orderBy('created_at', 'desc')
        .limit(most)
        .execute()
  const orders = !mayRead(rights, 'orders.read')
    ? []
    : await db
        .selectFrom('orders')
        .select(['id', 'number', 'status'])
        .where(sameEmail('customer_email', email))
        .orderBy('created_at', 'desc')
        .limit(most)
        .execute()
  return { licences, orders }
}
