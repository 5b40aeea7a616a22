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
import { rememberToken } from '../../people/link-access/cookie.ts'
import { type Endpoint, endpoint } from '../../web/endpoint.ts'
import { noteOrder } from '../../web/middleware/request-log.ts'
import { json } from '../../web/openapi/description.ts'
import { priceCart } from './cart-price.ts'
import { checkOut } from './check-out.ts'
import { newOrderErrors, newOrderHeaders, placeOnce } from './new-order.ts'

/** Left unchecked here, because pricing refuses each wrong item with its own code. */
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
    headers: newOrderHeaders,
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
      ...newOrderErrors,
      'order_links_revoked',
      'price_changed',
      'quote_not_found',
      'quote_withdrawn',
      'quote_expired',
      'quote_used',
      'payment_method_unavailable',
      'payment_refused',
      'payment_provider_unavailable',
    ],
    status: 201,
    says: 'The order, what opens it, and how to pay it. `Location` is its address.',
    answer: placedOrderSchema,
    async run({ ctx, asked }, _input, res) {
      const placed = await placeOnce(ctx, asked, res, (order) =>
        checkOut(ctx, {
          ...order,
          onOrder(row, token) {
            noteOrder(res, row)
            if (res) rememberToken(asked, res, ctx.config, token)
          },
        }),
      )
      res?.set('Location', apiRoutes.order(placed.order.id))
      return placed
    },
  }),
]
