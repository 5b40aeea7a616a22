import { z } from 'zod'
import { apiPatterns, apiRoutes } from '#shared/api-routes.ts'
import { itemSchema, newQuoteSchema } from '#shared/checkout.ts'
import { madeQuoteSchema, quoteDays, quoteSchema } from '#shared/quotes.ts'
import { idempotencyKeySchema } from '../idempotency/openapi.ts'
import { type ApiDescription, json } from '../openapi/description.ts'

export const quotesApi: ApiDescription = {
  [apiRoutes.quotes]: {
    post: {
      summary: 'Make a quote',
      description: `Holds today’s prices for ${quoteDays} days. The same \`Idempotency-Key\` and body give the same quote.`,
      headers: z.object({ 'Idempotency-Key': idempotencyKeySchema }),
      body: json(newQuoteSchema.extend({ items: z.array(itemSchema).max(100) })),
      answers: { 201: { description: 'The quote, and what opens it.', content: json(madeQuoteSchema) } },
      errors: [
        'idempotency_key_required',
        'idempotency_key_reused',
        'validation_failed',
        'cart_empty',
        'sku_unknown',
        'qty_invalid',
        'code_invalid',
        'buyer_identity_required',
        'verification_failed',
        'verification_unavailable',
      ],
    },
  },
  [apiPatterns.quote]: {
    get: {
      summary: 'A quote',
      access: 'order',
      answers: { 200: { description: 'The quote.', content: json(quoteSchema) } },
      errors: ['quote_not_found', 'rate_limited'],
    },
  },
  [apiPatterns.quotePdf]: {
    get: {
      summary: 'The quote as PDF',
      access: 'order',
      answers: { 200: { description: 'As it was made.', content: { 'application/pdf': z.string() } } },
      errors: ['quote_not_found', 'rate_limited'],
    },
  },
}
