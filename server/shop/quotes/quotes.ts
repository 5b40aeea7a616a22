import type { MadeQuote, Quote, QuoteStatus } from '#shared/orders/quotes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { Clock, Data, Keys, ShopContext } from '../../context.ts'
import { accessToken, opensByToken, tokensOf } from '../../people/link-access/access.ts'
import { sessionOf } from '../../people/sign-in/customer-session.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { isId } from '../../runtime/ids.ts'
import { AppError } from '../../web/http/errors.ts'
import type { LinkAccess } from '../../web/http/link-access.ts'
import { type PricedLine, viewAmounts } from '../checkout/price-order.ts'

export type QuoteContext = Data & Keys & Clock & Pick<ShopContext, 'config'>

export async function findQuote(db: Db, id: string): Promise<QuoteRow | null> {
  return (await db.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Null alike for an unknown id, a malformed id and a wrong token. */
export async function lookUpQuote(
  ctx: QuoteContext,
  access: LinkAccess,
  id: string,
): Promise<QuoteRow | null> {
  return (await findOpenedQuote(ctx, id, tokensOf(access, ctx.config))) ?? findSignedIn(ctx, access, id)
}

/** A customer who is signed in with the quote's address needs no token. */
async function findSignedIn(ctx: QuoteContext, access: LinkAccess, id: string): Promise<QuoteRow | null> {
  const session = isId(id) ? await sessionOf(ctx, access) : null
  const quote = session && (await findQuote(ctx.database.db, id))
  return quote && foldEmail(quote.customer_email) === session?.email ? quote : null
}

export async function findOpenedQuote(
  { database: { db }, keyring }: Pick<QuoteContext, 'database' | 'keyring'>,
  id: string,
  tokens: string[],
): Promise<QuoteRow | null> {
  if (tokens.length === 0 || !isId(id)) return null
  const [secrets, quote] = [await keyring.secrets(db), await findQuote(db, id)]
  return opensByToken(secrets, openedBy(id), tokens) ? quote : null
}

async function quoteToken({ database: { db }, keyring }: QuoteContext, { id }: Pick<QuoteRow, 'id'>) {
  return accessToken(await keyring.secrets(db), openedBy(id))
}

/** Includes the link for sharing. */
export async function viewQuote(ctx: QuoteContext, row: QuoteRow): Promise<MadeQuote> {
  const token = await quoteToken(ctx, row)
  const lines: PricedLine[] = JSON.parse(row.lines)
  const order = await orderOf(ctx.database.db, row)
  const quote: Quote = {
    id: row.id,
    number: row.number,
    status: statusOf(row, ctx.clock()),
    validUntil: row.valid_until,
    lines: lines.map((line) => ({ ...viewAmounts(line), discounts: line.discounts })),
    discount: row.discount,
    total: row.total,
    tax: row.tax,
    currency: row.currency,
    changesLicence: lines.some(({ change }) => change !== null),
    ...(row.purchase_order && { purchaseOrder: row.purchase_order }),
    orderNumber: order?.number ?? null,
    orderedAt: order?.created_at ?? null,
    content: JSON.parse(row.content),
    url: apiRoutes.quotePdf(row.id),
    link: `${ctx.config.siteUrl}${routes.quoteOf(row.id)}&token=${token}`,
  }
  return { quote, accessToken: token }
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

/** The database lets an order win over a withdrawal that comes later, and the other way round. */
export function statusOf(
  { order_id, withdrawn_at, valid_until }: Pick<QuoteRow, 'order_id' | 'withdrawn_at' | 'valid_until'>,
  now: Date,
): QuoteStatus {
  if (order_id) return 'ordered'
  if (withdrawn_at) return 'withdrawn'
  return now.toISOString() > valid_until ? 'expired' : 'open'
}

/** Runs in the order's transaction. @throws AppError 409 if another order or the seller was faster */
export async function bindQuote(trx: Trx, quote: QuoteRow, orderId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('quotes')
    .set({ order_id: orderId })
    .where('id', '=', quote.id)
    .where('order_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const now = (await findQuote(trx, quote.id)) ?? quote
  throw now.withdrawn_at ? quoteWithdrawn(now) : await quoteUsed(trx, now)
}

export function quoteNotFound(): AppError {
  return new AppError(404, 'quote_not_found', 'There is no such quote, or this link doesn’t open it.')
}

export async function quoteUsed(db: Db, quote: QuoteRow): Promise<AppError> {
  const orderNumber = (await orderOf(db, quote))?.number ?? null
  const detail = `Quote ${quote.number} was ordered already, as order ${orderNumber}.`
  return new AppError(409, 'quote_used', detail, { members: { orderNumber } })
}

function quoteWithdrawn({ number }: QuoteRow): AppError {
  return new AppError(409, 'quote_withdrawn', `Quote ${number} was withdrawn. Make a new one in the cart.`)
}

async function orderOf(
  db: Db,
  { order_id: id }: QuoteRow,
): Promise<Pick<OrderRow, 'number' | 'created_at'> | null> {
  if (!id) return null
  const order = db.selectFrom('orders').select(['number', 'created_at']).where('id', '=', id)
  return (await order.executeTakeFirst()) ?? null
}

/** Tokens are derived from ids, whose prefixes tell quotes from orders. */
function openedBy(id: string) {
  return { id, link_generation: 0 }
}
