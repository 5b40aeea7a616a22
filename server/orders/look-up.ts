import type { AppContext } from '../context.ts'
import { isUnavailable } from '../db/is-unavailable.ts'
import type { OrderRow } from '../db/rows/orders.ts'
import { isId } from '../ids.ts'
import { PaymentUnavailable } from '../payments/provider.ts'
import { sessionOf } from '../sign-in/customer-session.ts'
import { within } from '../within.ts'
import { type OrderAccess, opensOrder, tokensOf } from './access.ts'
import { findOrder } from './order-store.ts'
import { findOwnOrder } from './own-orders.ts'
import { type Shop, settle } from './settle.ts'

export type OrdersContext = Shop & Pick<AppContext, 'config'>

/** How often one order is asked about, however often its page is looked at. */
const askEveryMs = 3000

/**
 * The order that a request may see: null for an unknown id, a malformed one and a wrong token alike.
 * @param patienceMs how long to wait for the payment provider; a later answer is stored all the same
 */
export async function lookUpOrder(
  ctx: OrdersContext,
  headers: OrderAccess,
  id: string,
  patienceMs = Number.POSITIVE_INFINITY,
): Promise<OrderRow | null> {
  const order =
    (await findOpened(ctx, id, tokensOf(headers, ctx.config))) ?? (await findSignedIn(ctx, id, headers))
  if (!order) return null
  const refreshed = refresh(ctx, order)
  return patienceMs === Number.POSITIVE_INFINITY
    ? refreshed
    : ((await within(patienceMs, refreshed)) ?? order)
}

/** Finds the order that one of the tokens opens. An unknown id takes as long as a wrong token. */
export async function findOpened(
  { database: { db }, keyring }: Pick<OrdersContext, 'database' | 'keyring'>,
  id: string,
  tokens: string[],
): Promise<OrderRow | null> {
  if (tokens.length === 0 || !isId(id)) return null
  const [secrets, order] = [await keyring.secrets(db), await findOrder(db, id)]
  const isOpen = opensOrder(secrets, order ?? { id, link_generation: 0 }, tokens)
  return isOpen ? order : null
}

/** Whoever is signed in with the order's address needs no token. */
async function findSignedIn(ctx: OrdersContext, id: string, headers: OrderAccess): Promise<OrderRow | null> {
  const session = await sessionOf(ctx, headers)
  return session && findOwnOrder(ctx.database.db, session.email, id)
}

/** Where the customer has come back before the webhook has, the order is settled now. */
async function refresh(ctx: OrdersContext, order: OrderRow): Promise<OrderRow> {
  const isOpen = ['pending', 'expired', 'cancelled'].includes(order.status)
  if (!isOpen || (order.payment_method !== 'card' && !order.session_id)) return order
  try {
    return ((await mayAsk(ctx, order.id)) && (await settle(ctx, order.id))) || order
  } catch (error) {
    // What can be read is shown, also while nothing can be asked or written.
    if (!(error instanceof PaymentUnavailable || isUnavailable(error))) throw error
    ctx.log.warn({ err: error, orderId: order.id }, 'order could not be settled yet')
    return order
  }
}

async function mayAsk({ database: { db }, clock }: OrdersContext, id: string): Promise<boolean> {
  const now = clock()
  const before = new Date(now.getTime() - askEveryMs).toISOString()
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ checked_at: now.toISOString() })
    .where('id', '=', id)
    .where((is) => is.or([is('checked_at', 'is', null), is('checked_at', '<=', before)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
