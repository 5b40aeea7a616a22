import type { Services } from '../services.ts'
import { lookUpOrder, type OrdersContext } from './look-up.ts'
import { viewOrder } from './order-view.ts'

/** An order for its page, which doesn't wait for the payment provider longer than for its prices. */
export function orderInProcess(ctx: OrdersContext): Services['order'] {
  return async (id, headers) => {
    const order = await lookUpOrder(ctx, headers, id, ctx.config.preloadTimeoutMs)
    return order && viewOrder(ctx.database.db, ctx.keyring, order)
  }
}
