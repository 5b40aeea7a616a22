import type { OrderAct } from '#shared/orders/orders.ts'
import { refundAccountSchema } from '#shared/orders/refund-account.ts'
import type { ShopContext } from '../../context.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Services } from '../../services.ts'
import { AppError } from '../../web/http/errors.ts'
import { parse } from '../../web/http/parse.ts'
import { scaleQuota } from '../../web/middleware/rate-limit.ts'
import { cancelByBuyer } from './close-order.ts'
import { lookUpOrder } from './look-up.ts'
import { orderNotOpened } from './order-not-found.ts'
import { viewOrder } from './order-view.ts'
import { payByCard } from './pay-by-card.ts'
import { nameRefundAccount } from './refund-by-transfer.ts'
import { resend, resendPolicy } from './resend.ts'

/** Acts of the buyer on an order, at its address and through the forms of its page. */
export function orderActs(ctx: ShopContext) {
  const quota = scaleQuota(resendPolicy.quota, ctx.config.rateLimitFactor)
  return {
    async pay({ id, transfer_terms, payment_state, quote_id }: OrderRow) {
      // A quote’s form is gone once it is ordered, so its order can open the payment page later.
      if (transfer_terms === null && payment_state === null && quote_id === null)
        throw new AppError(409, 'order_not_payable', 'This order doesn’t wait for a bank transfer.')
      return payByCard(ctx, id)
    },
    cancel: (order: OrderRow) => cancelByBuyer(ctx, order),
    resend: ({ id }: OrderRow) => resend(ctx, id, { quota }),
    account: (order: OrderRow, fields: object) =>
      nameRefundAccount(ctx, order, parse(refundAccountSchema, fields)),
  } satisfies Record<OrderAct, (order: OrderRow, fields: object) => Promise<unknown>>
}

export function orderInProcess(ctx: ShopContext): Services['order'] {
  return async (id, headers) => {
    const order = await lookUpOrder(ctx, headers, id, ctx.config.preloadTimeoutMs)
    return order && (await viewOrder(ctx, order))
  }
}

export function orderActInProcess(ctx: ShopContext): Services['orderAct'] {
  const acts = orderActs(ctx)
  return async (act, id, access, fields = {}) => {
    const order = await lookUpOrder(ctx, access, id)
    if (!order) throw orderNotOpened()
    await acts[act](order, fields)
  }
}
