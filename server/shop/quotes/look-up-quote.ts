import { closedStatuses } from '#shared/orders/orders.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { ShopContext } from '../../context.ts'
import { tokensOf } from '../../people/link-access/access.ts'
import { sessionOf } from '../../people/sign-in/customer-session.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { isId } from '../../runtime/ids.ts'
import type { Services } from '../../services.ts'
import type { LinkAccess } from '../../web/http/link-access.ts'
import { refreshOrder } from '../orders/look-up.ts'
import { findOrder } from '../orders/order-store.ts'
import { findOpenedQuote, findQuote } from './quotes.ts'
import { viewQuote } from './view-quote.ts'

/**
 * @param patienceMs how long to wait for the payment provider; a later answer is still stored
 * @returns null for an unknown id, a malformed id or a wrong token
 */
export async function lookUpQuote(
  ctx: ShopContext,
  access: LinkAccess,
  id: string,
  patienceMs?: number,
): Promise<QuoteRow | null> {
  const quote =
    (await findOpenedQuote(ctx, id, tokensOf(access, ctx.config))) ?? (await findSignedIn(ctx, access, id))
  return quote && refreshQuote(ctx, quote, patienceMs)
}

/** Settles the quote's order, because its payment page may have expired unnoticed. */
export async function refreshQuote(
  ctx: ShopContext,
  quote: QuoteRow,
  patienceMs?: number,
): Promise<QuoteRow> {
  const { db } = ctx.database
  const order = quote.order_id === null ? null : await findOrder(db, quote.order_id)
  if (!order) return quote
  const { status } = await refreshOrder(ctx, order, patienceMs)
  return closedStatuses.includes(status) ? ((await findQuote(db, quote.id)) ?? quote) : quote
}

/** A customer signed in with the quote's address needs no token. */
async function findSignedIn(ctx: ShopContext, access: LinkAccess, id: string): Promise<QuoteRow | null> {
  const session = isId(id) ? await sessionOf(ctx, access) : null
  const quote = session && (await findQuote(ctx.database.db, id))
  return quote && foldEmail(quote.customer_email) === session?.email ? quote : null
}

export function quoteInProcess(ctx: ShopContext): Services['quote'] {
  return async (id, access) => {
    const row = await lookUpQuote(ctx, access, id, ctx.config.preloadTimeoutMs)
    return row && (await viewQuote(ctx, row, access)).quote
  }
}
