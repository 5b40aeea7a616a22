import type { DeskQuote, QuoteList } from '#shared/desk/quote-answers.ts'
import type { ShopContext } from '../../context.ts'
import { listMails } from '../../messages/mail/listed-mails.ts'
import { findActs } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { taxOf } from '../../shop/invoices/content.ts'
import type { ListedQuoteRow } from '../../shop/quotes/list-quotes.ts'
import { statusOf } from '../../shop/quotes/quotes.ts'
import { viewQuote } from '../../shop/quotes/view-quote.ts'

export async function viewDeskQuote(ctx: ShopContext, row: QuoteRow): Promise<DeskQuote> {
  const {
    content,
    url: _url,
    link: _link,
    orderId: _,
    orderMailed: _m,
    orderUnpaid: _u,
    ...quote
  } = (await viewQuote(ctx, row)).quote
  const { db } = ctx.database
  return {
    ...quote,
    ...viewHead(row),
    note: content.note ?? null,
    taxRule: taxOf(row),
    mails: await findMails(db, row),
    events: await findEvents(db, row),
  }
}

export function viewQuoteRow(row: ListedQuoteRow, now: Date): QuoteList['quotes'][number] {
  return {
    id: row.id,
    number: row.number,
    status: statusOf(row, now),
    validUntil: row.valid_until,
    total: row.total,
    currency: row.currency,
    ...(row.purchase_order && { purchaseOrder: row.purchase_order }),
    orderNumber: row.order_number,
    ...viewHead(row),
  }
}

function viewHead(row: Pick<QuoteRow, 'buyer' | 'created_at' | 'withdrawn_at' | 'code'>) {
  const { purchaseOrder: _, eInvoice: _e, waivesWithdrawal: _w, ...customer } = buyerOf(row)
  return {
    createdAt: row.created_at,
    withdrawnAt: row.withdrawn_at,
    code: row.code,
    customer: { ...customer, email: shownEmail(customer.email) },
  }
}

/** Mails name a quote only in their parameters. */
function findMails(db: Db, { id, customer_email }: QuoteRow): Promise<DeskQuote['mails']> {
  return listMails(db, (mails) =>
    mails.where(sameEmail('recipient', customer_email)).where('params', 'like', `%"${id}"%`),
  )
}

/** A quote without an audit entry was made by its buyer, who also places its order. */
async function findEvents(db: Db, row: QuoteRow): Promise<DeskQuote['events']> {
  const acts = await findActs(db, row.id)
  const ofCustomer = { who: 'customer', before: {}, after: {} }
  const isByStaff = acts.some(({ act }) => act === 'quote.made')
  const orders = await db
    .selectFrom('orders')
    .select(['number', 'created_at'])
    .where('quote_id', '=', row.id)
    .execute()
  return [
    ...(isByStaff ? [] : [{ ...ofCustomer, at: row.created_at, act: 'quote.made' }]),
    ...acts,
    ...orders.map(({ number, created_at: at }) => ({
      ...ofCustomer,
      at,
      act: 'order.placed',
      after: { order: number },
    })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
