import { sql } from 'kysely'
import { foldEmail } from '#shared/email.ts'
import type { Db } from '../../db/database.ts'

const most = 10

/** Newest first. */
export async function findSendersThings(db: Db, email: string) {
  const address = foldEmail(email)
  const licences = await db
    .selectFrom('licences')
    .select(['id', 'plan', 'key_hint as keyHint', 'status'])
    .where(sql<string>`lower(email)`, '=', address)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'status'])
    .where(sql<string>`lower(customer_email)`, '=', address)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return { licences, orders }
}
