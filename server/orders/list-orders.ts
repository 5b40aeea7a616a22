import { type Day, endOfDay, startOfDay } from '#shared/calendar.ts'
import type { OrderStatus } from '#shared/orders.ts'
import type { Db } from '../db/database.ts'
import { containing, sameEmail } from '../db/folded-text.ts'
import type { OrderRow } from '../db/rows/orders.ts'

export type OrderFilter = {
  status?: OrderStatus | undefined
  /** Ignores case. */
  email?: string | undefined
  /** Part of the number, the buyer's name, company or e-mail, or the purchase order. Ignores case. */
  text?: string | undefined
  /** Days in `timeZone`, both included. */
  from?: Day | undefined
  to?: Day | undefined
  timeZone: string
  limit: number
}

const searched = ['number', 'customer_name', 'company_name', 'customer_email', 'purchase_order'] as const

/** Newest first. */
export async function listOrders(db: Db, filter: OrderFilter): Promise<OrderRow[]> {
  const { status, email, text, from, to, timeZone, limit } = filter
  let query = db.selectFrom('orders').selectAll()
  if (status) query = query.where('status', '=', status)
  if (email) query = query.where(({ ref }) => sameEmail(ref('customer_email'), email))
  if (text) query = query.where(({ or, ref }) => or(searched.map((column) => containing(ref(column), text))))
  if (from) query = query.where('created_at', '>=', startOfDay(timeZone, from).toISOString())
  if (to) query = query.where('created_at', '<=', endOfDay(timeZone, to).toISOString())
  return query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
}
