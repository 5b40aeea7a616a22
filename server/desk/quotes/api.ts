import { z } from 'zod'
import { deskQuoteSchema } from '#shared/desk/quote-answers.ts'
import { withdrawSchema } from '#shared/desk/requests.ts'
import { deskApiPatterns } from '#shared/routes/desk-routes.ts'
import { isId } from '../../runtime/ids.ts'
import { sendPdf } from '../../shop/invoices/send-pdf.ts'
import { findQuote, quoteNotFound } from '../../shop/quotes/quotes.ts'
import { withdrawQuote } from '../../shop/quotes/withdraw-quote.ts'
import { textOf } from '../../web/openapi/description.ts'
import type { DeskParts } from '../endpoints.ts'
import { file, once, read } from '../endpoints.ts'
import { viewDeskQuote } from './view-quote.ts'

/** The search finds quotes, and orders name theirs. */
export const quotesApi = [
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
    who: 'quotes.withdraw',
    summary: 'Take a quote back, so that nobody orders it, and tell its buyer',
    command: 'Takes a quote back, so that nobody orders it, and tells its buyer.',
    input: withdrawSchema,
    says: 'The quote as it is now.',
    answer: z.object({ quote: deskQuoteSchema }),
    errors: ['quote_not_found', 'quote_used'],
    run: async ({ by: { who, bind }, ...parts }, { reason }) =>
      withdrawQuote(parts.ctx, await find(parts), { who, bind, reason }),
    view: async (parts) => ({ quote: await viewDeskQuote(parts.ctx, await find(parts)) }),
  }),
]

async function find({ ctx, params: { id } }: Pick<DeskParts<'/:id'>, 'ctx' | 'params'>) {
  const quote = isId(id) ? await findQuote(ctx.database.db, id) : null
  if (!quote) throw quoteNotFound()
  return quote
}
