import { z } from 'zod'
import { itemSchema, newChangeQuoteSchema, newQuoteSchema } from '#shared/orders/checkout.ts'
import { madeQuoteSchema, quoteDays, quoteSchema } from '#shared/orders/quotes.ts'
import { apiPatterns, apiRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext } from '../../context.ts'
import { rememberToken } from '../../people/link-access/cookie.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { download, type Endpoint, endpoint, type Gate } from '../../web/endpoint.ts'
import { forEverybody } from '../../web/http/private-headers.ts'
import { json, textOf } from '../../web/openapi/description.ts'
import { newOrderErrors, newOrderHeaders, placeOnce } from '../checkout/new-order.ts'
import { sendPdf } from '../invoices/send-pdf.ts'
import { lookUpQuote } from './look-up-quote.ts'
import { makeQuote } from './make-quote.ts'
import { quoteNotFound } from './quotes.ts'
import { viewQuote } from './view-quote.ts'

const opened: Gate<AppContext, QuoteRow> = {
  ...forEverybody,
  access: 'order',
  errors: ['quote_not_found'],
  async admit(ctx, { headers, params }) {
    const quote = await lookUpQuote(ctx, headers, String(params.id))
    if (!quote) throw quoteNotFound()
    return quote
  },
}

const read = { gate: opened, limit: 'general', method: 'get' } as const

export const quotesApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'post',
    path: apiRoutes.quotes,
    gate: forEverybody,
    limit: 'carts',
    summary: 'Make a quote',
    description: `Holds today’s prices for ${quoteDays} days. The same \`Idempotency-Key\` and body give the same quote.`,
    headers: newOrderHeaders,
    described: {
      body: json(
        z.union([
          newQuoteSchema.extend({ items: z.array(itemSchema).max(100) }),
          newChangeQuoteSchema.omit({ items: true }),
        ]),
      ),
    },
    errors: newOrderErrors,
    status: 201,
    says: 'The quote, and what opens it.',
    answer: madeQuoteSchema,
    async run({ ctx, asked }, _input, res) {
      const row = await placeOnce(ctx, asked, res, (order) => makeQuote(ctx, order))
      const made = await viewQuote(ctx, row)
      if (res) rememberToken(asked, res, ctx.config, made.accessToken)
      res?.set('Location', apiRoutes.quote(row.id))
      return made
    },
  }),
  endpoint({
    ...read,
    path: apiPatterns.quote,
    summary: 'A quote',
    says: 'The quote.',
    answer: quoteSchema,
    run: async ({ ctx, asked, sender }) => (await viewQuote(ctx, sender, asked.headers)).quote,
  }),
  download({
    ...read,
    path: apiPatterns.quotePdf,
    summary: 'The quote as PDF',
    says: 'As it was made.',
    content: textOf('application/pdf'),
    send: async ({ sender }, _input, res) => sendPdf(res, sender),
  }),
]
