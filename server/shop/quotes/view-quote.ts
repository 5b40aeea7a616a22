import { buyerMails } from '#shared/desk/mail-words.ts'
import { changesLicence } from '#shared/orders/changes-licence.ts'
import type { MadeQuote, Quote } from '#shared/orders/quotes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { Clock, Data, Keys, ShopContext } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import type { LinkAccess } from '../../web/http/link-access.ts'
import { type PricedLine, viewAmounts } from '../checkout/price-order.ts'
import { findOrderOf } from '../orders/look-up.ts'
import { findOrder } from '../orders/order-store.ts'
import { quotePath, statusOf } from './quotes.ts'

/**
 * Includes the link for sharing.
 * @param access the visitor's tokens; reveals the order's id only if they open the order
 */
export async function viewQuote(
  ctx: Data & Keys & Clock & Pick<ShopContext, 'config'>,
  row: QuoteRow,
  access: LinkAccess = {},
): Promise<MadeQuote> {
  const { db } = ctx.database
  const { path, token } = await quotePath(db, ctx.keyring, row.id)
  const lines: PricedLine[] = JSON.parse(row.lines)
  const order = row.order_id === null ? null : await findOrder(db, row.order_id)
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
    changesLicence: changesLicence(lines),
    ...(row.purchase_order && { purchaseOrder: row.purchase_order }),
    orderNumber: order?.number ?? null,
    orderedAt: order?.created_at ?? null,
    orderId: (order && (await findOrderOf(ctx, access, order.id)))?.id ?? null,
    orderMailed: order !== null && (await isMailed(db, order.id)),
    orderUnpaid: order?.status === 'pending',
    content: JSON.parse(row.content),
    url: apiRoutes.quotePdf(row.id),
    link: ctx.config.siteUrl + path,
  }
  return { quote, accessToken: token }
}

/** Whether a mail with the order's link reached the buyer. */
async function isMailed(db: Db, orderId: string): Promise<boolean> {
  const mail = db
    .selectFrom('mails')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', 'in', buyerMails)
    .where('status', 'in', ['queued', 'sent'])
    .limit(1)
  return (await mail.executeTakeFirst()) !== undefined
}
