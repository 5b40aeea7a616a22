import { mayRead, type Rights } from '#shared/desk/scopes.ts'
import type { Db } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'

const most = 10

/** Finds the sender's licences and orders that the role may read, newest first. */
export async function findSendersThings(db: Db, email: string, rights: Rights) {
  return {
    licences: mayRead(rights, 'licences.read') ? await listLicences(db, email) : [],
    orders: mayRead(rights, 'orders.read') ? await listOrders(db, email) : [],
  }
}

function listLicences(db: Db, email: string) {
  return db
    .selectFrom('licences')
    .select(['id', 'plan', 'key_hint as keyHint', 'status'])
    .where(sameEmail('email', email))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}

function listOrders(db: Db, email: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'status'])
    .where(sameEmail('customer_email', email))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}
