import { z } from 'zod'
import { countryName } from '#shared/buyer/country-name.ts'
import { minuteIn } from '#shared/calendar/calendar.ts'
import { deskQuoteSchema, type QuoteList, quoteListSchema } from '#shared/desk/quote-answers.ts'
import {
  deskQuoteRequestSchema,
  quoteListQuerySchema,
  quotePriceQuerySchema,
  withdrawSchema,
} from '#shared/desk/requests/quotes.ts'
import { cartPriceSchema } from '#shared/pricing/price-answer.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { viewPages } from '../../runtime/db/keyset.ts'
import { isId } from '../../runtime/ids.ts'
import { priceCart } from '../../shop/checkout/cart-price.ts'
import { sendPdf } from '../../shop/invoices/send-pdf.ts'
import { makeQuoteByStaff } from '../../shop/quotes/make-quote.ts'
import { findQuote, quoteNotFound } from '../../shop/quotes/quotes.ts'
import { resendQuote } from '../../shop/quotes/resend-quote.ts'
import { withdrawQuote } from '../../shop/quotes/withdraw-quote.ts'
import type { Columns } from '../../web/http/csv.ts'
import { textOf } from '../../web/openapi/description.ts'
import { type DeskParts, file, list, once, read } from '../endpoints.ts'
import { listQuotesPage } from './list-quotes.ts'
import { viewDeskQuote, viewQuoteRow } from './view-quote.ts'

const quoteColumns: Columns<QuoteList['quotes'][number]> = {
  number: ({ number }) => number,
  made: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
  state: ({ status }) => status,
  'valid until': ({ validUntil }, timeZone) => minuteIn(timeZone, validUntil),
  name: ({ customer }) => customer.name,
  company: ({ customer }) => customer.companyName ?? null,
  email: ({ customer }) => customer.email,
  country: ({ customer }) => countryName(customer.country),
  'purchase order': ({ purchaseOrder }) => purchaseOrder ?? null,
  code: ({ code }) => code,
  total: ({ total }) => ({ cents: total }),
  currency: ({ currency }) => currency,
  order: ({ orderNumber }) => orderNumber,
}

const acted = {
  says: 'The quote as it is now.',
  answer: z.object({ quote: deskQuoteSchema }),
  view: async ({ ctx }: Pick<DeskParts<'/'>, 'ctx'>, id: string) => ({
    quote: await viewDeskQuote(ctx, await find({ ctx, params: { id } })),
  }),
} as const

export const quotesApi = [
  ...list(deskApiRoutes.quotes, deskApiRoutes.quotesCsv, {
    who: 'orders.read',
    summary: 'Quotes, by default the newest first',
    input: quoteListQuerySchema,
    answer: quoteListSchema,
    columns: quoteColumns,
    pages({ ctx }, query) {
      const now = ctx.clock()
      return viewPages(
        (page) => listQuotesPage(ctx.database, { ...query, now }, page),
        (row) => viewQuoteRow(row, now),
      )
    },
    show: ({ rows: quotes, next }) => ({ quotes, next }),
  }),
  read(deskApiRoutes.quotePrice, {
    who: 'quotes.make',
    summary: 'What a quote would come to, at today’s prices',
    input: quotePriceQuerySchema,
    answer: cartPriceSchema,
    errors: ['sku_unknown', 'qty_invalid', 'code_invalid'],
    run: ({ ctx }, query) => priceCart(ctx, query),
  }),
  once(deskApiRoutes.quotes, {
    ...acted,
    who: 'quotes.make',
    summary: 'Make a quote for a buyer, and mail it',
    description: 'Holds today’s prices for `days`. `note` goes to the buyer.',
    input: deskQuoteRequestSchema,
    errors: ['sku_unknown', 'qty_invalid', 'code_invalid', 'price_changed'],
    status: 201,
    async run({ ctx, by }, request) {
      await makeQuoteByStaff(ctx, request, by)
    },
  }),
  read(deskApiPatterns.quote, {
    who: 'orders.read',
    summary: 'A quote, and what became of it',
    answer: deskQuoteSchema,
    errors: ['quote_not_found'],
    run: async (parts) => viewDeskQuote(parts.ctx, await find(parts)),
  }),
  file(deskApiPatterns.quotePdf, {
    who: 'orders.read',
    summary: 'A quote as it was made',
    says: 'The quote.',
    content: textOf('application/pdf'),
    errors: ['quote_not_found'],
    send: async (parts, _input, res) => sendPdf(res, await find(parts)),
  }),
  once('/api/desk/quotes/:id/withdraw', {
    ...acted,
    who: 'quotes.withdraw',
    summary: 'Take a quote back, so that nobody orders it, and tell its buyer',
    command: 'Takes a quote back, so that nobody orders it, and tells its buyer.',
    input: withdrawSchema,
    errors: ['quote_not_found', 'quote_used'],
    run: async ({ by: { who, bind }, ...parts }, { reason }) =>
      withdrawQuote(parts.ctx, await find(parts), { who, bind, reason }),
  }),
  once('/api/desk/quotes/:id/resend', {
    ...acted,
    who: 'quotes.make',
    summary: 'Mail a quote to its buyer once more',
    command: 'Mails a quote to its buyer once more.',
    errors: ['quote_not_found', 'quote_used', 'quote_withdrawn', 'quote_expired'],
    run: async ({ by, ...parts }) => resendQuote(parts.ctx, await find(parts), by),
  }),
]

async function find({ ctx, params: { id } }: Pick<DeskParts<'/:id'>, 'ctx' | 'params'>) {
  const quote = isId(id) ? await findQuote(ctx.database.db, id) : null
  if (!quote) throw quoteNotFound()
  return quote
}
