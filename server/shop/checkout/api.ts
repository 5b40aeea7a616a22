import { z } from 'zod'
import {
  changeCheckoutSchema,
  checkoutSchema,
  itemSchema,
  priceCartSchema,
  quoteCheckoutSchema,
} from '#shared/orders/checkout.ts'
import { placedOrderSchema } from '#shared/orders/orders.ts'
import { cartPriceSchema } from '#shared/pricing/price-answer.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext } from '../../context.ts'
import { countUnknownKey } from '../../licences/licensing/activation-rate.ts'
import { rememberToken } from '../../people/link-access/cookie.ts'
import { type Endpoint, endpoint } from '../../web/endpoint.ts'
import { readIdempotencyKey } from '../../web/idempotency/keys.ts'
import { idempotencyKeySchema } from '../../web/idempotency/openapi.ts'
import { noteOrder } from '../../web/middleware/request-log.ts'
import { json } from '../../web/openapi/description.ts'
import { priceCart } from './cart-price.ts'
import { checkOut } from './check-out.ts'

/** The functions themselves refuse wrong items, each by its own code. */
const items = z.array(itemSchema).max(100)

export const checkoutApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'post',
    path: apiRoutes.cartPrice,
    limit: 'carts',
    cache: 'no-store',
    summary: 'Price a cart, with a discount code',
    input: priceCartSchema,
    described: { body: json(priceCartSchema.extend({ items })) },
    errors: ['validation_failed', 'cart_empty', 'sku_unknown', 'qty_invalid', 'code_invalid'],
    says: 'What it comes to today.',
    answer: cartPriceSchema,
    run: ({ ctx }, cart) => priceCart(ctx, cart),
  }),
  endpoint({
    method: 'post',
    path: apiRoutes.checkout,
    limit: 'carts',
    cache: 'private, no-store',
    summary: 'Place an order',
    description:
      'The same `Idempotency-Key` and body give the first answer again. The key is a secret, for it opens the order. With a `quote`, `items`, `customer` and `code` are refused with a 422: the quote has them.',
    headers: z.object({ 'Idempotency-Key': idempotencyKeySchema }),
    described: {
      body: json(
        z.union([
          checkoutSchema.extend({ items }),
          changeCheckoutSchema.omit({ items: true }),
          quoteCheckoutSchema.omit({ items: true, customer: true, code: true }),
        ]),
      ),
    },
    errors: [
      'idempotency_key_required',
      'order_links_revoked',
      'checkout_closed',
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
    status: 201,
    says: 'The order, what opens it, and how to pay it. `Location` is its address.',
    answer: placedOrderSchema,
    async run({ ctx, asked }, _input, res) {
      const { headers, body, ip: remoteIp } = asked
      const key = readIdempotencyKey(headers['idempotency-key'])
      if ('licence' in Object(body)) await ctx.rateLimits.unknownKeys.requireLeft(asked)
      const countOrder = () => ctx.rateLimits.newOrdersAndQuotes.take(asked, res)
      const placed = await countUnknownKey(ctx, asked, res, () =>
        checkOut(ctx, { key, body, remoteIp, countOrder, onOrder: (order) => noteOrder(res, order) }),
      )
      if (res) rememberToken(asked, res, ctx.config, placed.accessToken)
      res?.set('Location', apiRoutes.order(placed.order.id))
      return placed
    },
  }),
]
