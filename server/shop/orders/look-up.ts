import { payableStatuses } from '#shared/orders/orders.ts'
import type { Clock, Data, Keys, ShopContext } from '../../context.ts'
import { opensByToken, tokensOf } from '../../people/link-access/access.ts'
import { sessionOf } from '../../people/sign-in/customer-session.ts'
import { isUnavailable } from '../../runtime/db/is-unavailable.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { isId } from '../../runtime/ids.ts'
import { withTimeout } from '../../runtime/with-timeout.ts'
import type { LinkAccess } from '../../web/http/link-access.ts'
import { PaymentUnavailable } from '../payments/provider.ts'
import { findOrder } from './order-store.ts'
import { findOwnOrder } from './own-orders.ts'
import { settle } from './settle.ts'

/** Limits requests to the provider when a customer reloads the page. */
const askEveryMs = 3000

type Visited = Data & Keys & Clock & Pick<ShopContext, 'config'>

/**
 * @param patienceMs how long to wait for the payment provider; a later answer is still stored
 * @returns null for an unknown id, a malformed id or a wrong token
 */
export async function lookUpOrder(
  ctx: ShopContext,
  headers: LinkAccess,
  id: string,
  patienceMs?: number,
): Promise<OrderRow | null> {
  const order = await findOrderOf(ctx, headers, id)
  return order && refreshOrder(ctx, order, patienceMs)
}

/** Finds the stored order by a token or the visitor's session; null as for `lookUpOrder`. */
export async function findOrderOf(ctx: Visited, headers: LinkAccess, id: string): Promise<OrderRow | null> {
  return (await findOpened(ctx, id, tokensOf(headers, ctx.config))) ?? findSignedIn(ctx, id, headers)
}

/** An unknown id takes as long as a wrong token, so timing reveals nothing. */
export async function findOpened(
  { database: { db }, keyring }: Data & Keys,
  id: string,
  tokens: string[],
): Promise<OrderRow | null> {
  if (tokens.length === 0 || !isId(id)) return null
  const [secrets, order] = [await keyring.secrets(db), await findOrder(db, id)]
  const isOpen = opensByToken(secrets, order ?? { id, link_generation: 0 }, tokens)
  return isOpen ? order : null
}

/** A customer signed in with the order's address needs no token. */
async function findSignedIn(ctx: Visited, id: string, headers: LinkAccess): Promise<OrderRow | null> {
  const session = await sessionOf(ctx, headers)
  return session && findOwnOrder(ctx.database.db, session.email, id)
}

/**
 * The customer may return before the webhook arrives, so the page settles the order too.
 * @param patienceMs see `lookUpOrder`
 */
export async function refreshOrder(
  ctx: ShopContext,
  order: OrderRow,
  patienceMs?: number,
): Promise<OrderRow> {
  const refreshed = refresh(ctx, order)
  return patienceMs === undefined ? refreshed : ((await withTimeout(patienceMs, refreshed)) ?? order)
}

async function refresh(ctx: ShopContext, order: OrderRow): Promise<OrderRow> {
  const isPayable = payableStatuses.includes(order.status)
  if (!isPayable || (order.payment_method !== 'card' && !order.session_id)) return order
  try {
    return (await mayAsk(ctx, order.id)) ? ((await settle(ctx, order.id)) ?? order) : order
  } catch (error) {
    // If the provider or the database doesn't answer, the page shows the stored order.
    if (!(error instanceof PaymentUnavailable || isUnavailable(error))) throw error
    ctx.log.warn({ err: error, order: order.number, orderId: order.id }, 'order could not be settled yet')
    return order
  }
}

async function mayAsk({ database: { db }, clock }: ShopContext, id: string): Promise<boolean> {
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
