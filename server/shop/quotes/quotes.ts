import { closedStatuses, type Order } from '#shared/orders/orders.ts'
import type { QuoteStatus } from '#shared/orders/quotes.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Data, Keys } from '../../context.ts'
import { accessToken, opensByToken } from '../../people/link-access/access.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { isId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { findOrder } from '../orders/order-store.ts'

export async function findQuote(db: Db, id: string): Promise<QuoteRow | null> {
  return (await db.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findOpenedQuote(
  { database: { db }, keyring }: Data & Keys,
  id: string,
  tokens: string[],
): Promise<QuoteRow | null> {
  if (tokens.length === 0 || !isId(id)) return null
  const [secrets, quote] = [await keyring.secrets(db), await findQuote(db, id)]
  return opensByToken(secrets, openedBy(id), tokens) ? quote : null
}

/** @throws AppError 409 `quote_used`, `quote_withdrawn`, `quote_expired` */
export async function requireOrderable(db: Db, quote: QuoteRow, now: Date): Promise<void> {
  const status = statusOf(quote, now)
  if (status === 'ordered') throw await quoteUsed(db, quote)
  if (status === 'withdrawn') throw quoteWithdrawn(quote)
  if (status === 'expired') {
    throw new AppError(
      409,
      'quote_expired',
      `The prices of quote ${quote.number} are no longer held. Make a new one in the cart.`,
    )
  }
}

/** An order and a later withdrawal exclude each other: whichever the database stores first counts. */
export function statusOf(
  { order_id, withdrawn_at, valid_until }: Pick<QuoteRow, 'order_id' | 'withdrawn_at' | 'valid_until'>,
  now: Date,
): QuoteStatus {
  if (order_id) return 'ordered'
  if (withdrawn_at) return 'withdrawn'
  return now.toISOString() > valid_until ? 'expired' : 'open'
}

/** Path of the quote on the site, with its token. */
export async function quotePath(
  db: Db,
  keyring: Keys['keyring'],
  id: string,
): Promise<{ path: string; token: string }> {
  const token = accessToken(await keyring.secrets(db), openedBy(id))
  return { path: `${routes.quoteOf(id)}&token=${token}`, token }
}

/** Call it in the order's transaction. @throws AppError 409 if another order or the seller was faster */
export async function bindQuote(trx: Trx, quote: QuoteRow, orderId: string): Promise<void> {
  // Otherwise the quote's order could end between the two queries.
  await lockQuote(trx, quote.id)
  if (await takeQuote(trx, quote.id, orderId)) return
  const now = (await findQuote(trx, quote.id)) ?? quote
  throw now.withdrawn_at ? quoteWithdrawn(now) : await quoteUsed(trx, now)
}

/**
 * An order that ends unpaid releases its quote, or hands it to another that was paid late. Late money takes
 * the quote again, unless another order has it or the seller withdrew it. Call this before settling the use
 * of the order's code, because ordering locks the quote first.
 */
export async function settleQuote(trx: Trx, { id, status, quote_id }: OrderRow): Promise<void> {
  if (quote_id === null) return
  await lockQuote(trx, quote_id)
  if (!closedStatuses.includes(status)) {
    await takeQuote(trx, quote_id, id)
    return
  }
  await trx
    .updateTable('quotes')
    .set(({ selectFrom }) => ({
      order_id: selectFrom('orders')
        .select('id')
        .where('quote_id', '=', quote_id)
        .where('status', 'not in', closedStatuses)
        .orderBy('created_at')
        .limit(1),
    }))
    .where('order_id', '=', id)
    .execute()
}

/** Places and settles its orders one after the other, so that each sees the others' results. */
async function lockQuote(trx: Trx, id: string): Promise<void> {
  // An update without changes locks the row on both engines.
  await trx
    .updateTable('quotes')
    .set(({ ref }) => ({ order_id: ref('order_id') }))
    .where('id', '=', id)
    .execute()
}

/** The quote of an order, for a visitor who may open the order. */
export async function viewQuoteOf(
  db: Db,
  { keyring, now }: Keys & Pick<Moment, 'now'>,
  { quote_id: id }: OrderRow,
): Promise<Order['quote']> {
  if (id === null) return null
  const quote = await db
    .selectFrom('quotes')
    .select(['order_id', 'withdrawn_at', 'valid_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { url: statusOf(quote, now) === 'open' ? (await quotePath(db, keyring, id)).path : null }
}

/** @returns false if another order has it, or the seller withdrew it */
async function takeQuote(trx: Trx, id: string, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('quotes')
    .set({ order_id: orderId })
    .where('id', '=', id)
    .where('order_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function quoteNotFound(): AppError {
  return new AppError(404, 'quote_not_found', 'There is no such quote, or this link doesn’t open it.')
}

export async function quoteUsed(db: Db, quote: QuoteRow): Promise<AppError> {
  const order = quote.order_id === null ? null : await findOrder(db, quote.order_id)
  const orderNumber = order?.number ?? null
  const detail = `Quote ${quote.number} was ordered already, as order ${orderNumber}.`
  return new AppError(409, 'quote_used', detail, { members: { orderNumber } })
}

function quoteWithdrawn({ number }: QuoteRow): AppError {
  return new AppError(409, 'quote_withdrawn', `Quote ${number} was withdrawn. Make a new one in the cart.`)
}

/** Tokens derive from ids, whose prefixes distinguish quotes from orders. */
function openedBy(id: string) {
  return { id, link_generation: 0 }
}
