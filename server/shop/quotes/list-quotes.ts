import type { ListedQuote } from '#shared/orders/quotes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { Db } from '../../runtime/db/database.ts'
import { containing, sameEmail } from '../../runtime/db/folded-text.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'

type QuoteFilter = {
  /** Ignores case. */
  email?: string | undefined
  /** Matches part of the number, the buyer's name, company or e-mail, or the purchase order. Ignores case. */
  text?: string | undefined
  limit: number
}

const listed = [
  'id',
  'number',
  'created_at',
  'valid_until',
  'withdrawn_at',
  'order_id',
  'total',
  'currency',
  'code',
  'buyer',
  'customer_name',
  'customer_email',
  'company_name',
  'purchase_order',
] as const

export type ListedQuoteRow = Pick<QuoteRow, (typeof listed)[number]> & { order_number: string | null }

const searched = ['number', 'customer_name', 'company_name', 'customer_email', 'purchase_order'] as const

/** Newest first. */
export function listQuotes(db: Db, { email, text, limit }: QuoteFilter): Promise<ListedQuoteRow[]> {
  let query = selectListedQuotes(db)
  if (email) query = query.where(sameEmail('quotes.customer_email', email))
  if (text)
    query = query.where(({ or, ref }) =>
      or(searched.map((column) => containing(ref(`quotes.${column}`), text))),
    )
  return query.orderBy('quotes.created_at', 'desc').orderBy('quotes.number', 'desc').limit(limit).execute()
}

/** Accepts an id or a number. */
export function findQuoteByName(db: Db, name: string): Promise<(QuoteRow & ListedQuoteRow) | undefined> {
  return selectListedQuotes(db)
    .selectAll('quotes')
    .where((is) => is.or([is('quotes.id', '=', name), is('quotes.number', '=', name)]))
    .executeTakeFirst()
}

export function showListed(row: ListedQuoteRow): ListedQuote {
  return {
    id: row.id,
    number: row.number,
    createdAt: row.created_at,
    validUntil: row.valid_until,
    withdrawnAt: row.withdrawn_at,
    total: row.total,
    currency: row.currency,
    orderNumber: row.order_number,
    url: apiRoutes.quotePdf(row.id),
  }
}

export function selectListedQuotes(db: Db) {
  return db
    .selectFrom('quotes')
    .leftJoin('orders', 'orders.id', 'quotes.order_id')
    .select(listed.map((column) => `quotes.${column}` as const))
    .select('orders.number as order_number')
}
