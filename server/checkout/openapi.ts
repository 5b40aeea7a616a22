import { z } from 'zod'
import { apiRoutes } from '#shared/api-routes.ts'
import {
  changeCheckoutSchema,
  checkoutSchema,
  itemSchema,
  priceCartSchema,
  quoteCheckoutSchema,
} from '#shared/checkout.ts'
import { placedOrderSchema } from '#shared/orders.ts'
import { cartPriceSchema } from '#shared/price-answer.ts'
import { idempotencyKeySchema } from '../idempotency/openapi.ts'
import { type ApiDescription, json } from '../openapi/description.ts'

export const checkoutApi: ApiDescription = {
  [apiRoutes.cartPrice]: {
    post: {
      summary: 'Price a cart, with a discount code',
      body: json(priceCartSchema.extend({ items: z.array(itemSchema).max(100) })),
      answers: { 200: { description: 'What it comes to today.', content: json(cartPriceSchema) } },
      errors: ['validation_failed', 'cart_empty', 'sku_unknown', 'qty_invalid', 'code_invalid'],
    },
  },
  [apiRoutes.checkout]: {
    post: {
      summary: 'Place an order',
      description:
        'The same `Idempotency-Key` and body give the first answer again. The key is a secret, for it opens the order. With a `quote`, `items`, `customer` and `code` are refused with a 422: the quote has them.',
      headers: z.object({ 'Idempotency-Key': idempotencyKeySchema }),
      body: json(
        z.union([
          checkoutSchema.extend({ items: z.array(itemSchema).max(100) }),
          changeCheckoutSchema.omit({ items: true }),
          quoteCheckoutSchema.omit({ items: true, customer: true, code: true }),
        ]),
      ),
      answers: {
        201: {
          description: 'The order, what opens it, and how to pay it. `Location` is its address.',
          content: json(placedOrderSchema),
        },
      },
      errors: [
        'idempotency_key_required',
        'order_links_revoked',
        'in_progress',
        'price_changed',
        'quote_not_found',
        'quote_withdrawn',
        'quote_expired',
        'quote_used',
        'validation_failed',
        'cart_empty',
        'sku_unknown',
        'qty_invalid',
        'code_invalid',
        'buyer_identity_required',
        'licence_key_malformed',
        'licence_not_found',
        'licence_key_replaced',
        'licence_suspended',
        'licence_revoked',
        'change_not_offered',
        'payment_method_unavailable',
        'verification_failed',
        'idempotency_key_reused',
        'verification_unavailable',
        'payment_refused',
        'payment_provider_unavailable',
      ],
    },
  },
}
