import type { Db } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import type { ActivationRow, LicenceRow } from '../../runtime/db/rows/licences.ts'
import { isId } from '../../runtime/ids.ts'
import { listQuotes } from '../../shop/quotes/list-quotes.ts'

/** @param email the owner's folded address */
export async function findOwnLicence(db: Db, email: string, id: string): Promise<LicenceRow | null> {
  if (!isId(id)) return null
  const own = db.selectFrom('licences').selectAll().where('id', '=', id).where(sameEmail('email', email))
  return (await own.executeTakeFirst()) ?? null
}

export type OwnLicenceRow = LicenceRow & { order_number: string | null; order_email: string | null }

/** Newest first. Includes licences that were moved to the address. */
export function listOwnLicences(db: Db, email: string): Promise<OwnLicenceRow[]> {
  return selectOwnLicences(db, email).orderBy('licences.created_at', 'desc').orderBy('licences.id').execute()
}

/** Sorted by id. */
export function pageOwnLicences(
  db: Db,
  email: string,
  after: string,
  limit: number,
): Promise<OwnLicenceRow[]> {
  return selectOwnLicences(db, email)
    .where('licences.id', '>', after)
    .orderBy('licences.id')
    .limit(limit)
    .execute()
}

function selectOwnLicences(db: Db, email: string) {
  return db
    .selectFrom('licences')
    .leftJoin('order_lines', 'order_lines.id', 'licences.order_line_id')
    .leftJoin('orders', 'orders.id', 'order_lines.order_id')
    .selectAll('licences')
    .select(['orders.number as order_number', 'orders.customer_email as order_email'])
    .where(sameEmail('licences.email', email))
}

/** Longest activation first. */
export async function listMachinesOf(
  db: Db,
  licences: readonly Pick<LicenceRow, 'id'>[],
): Promise<ActivationRow[]> {
  if (licences.length === 0) return []
  return db
    .selectFrom('activations')
    .selectAll()
    .where('released_at', 'is', null)
    .where(
      'licence_id',
      'in',
      licences.map(({ id }) => id),
    )
    .orderBy('activated_at')
    .orderBy('seat')
    .execute()
}

/** The spelling first typed; null if nothing was bought with the address. */
export async function findTypedEmail(db: Db, email: string): Promise<string | null> {
  const order = await db
    .selectFrom('orders')
    .select('customer_email as typed')
    .where(sameEmail('customer_email', email))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (order) return order.typed
  const licence = await db
    .selectFrom('licences')
    .select('email as typed')
    .where(sameEmail('email', email))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (licence) return licence.typed
  const [quote] = await listQuotes(db, { email, limit: 1 })
  return quote?.customer_email ?? null
}
