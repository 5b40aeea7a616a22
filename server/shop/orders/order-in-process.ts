import type { ShopContext } from '../../context.ts'
import type { Services } from '../../services.ts'
import { toAppError } from '../../web/http/errors.ts'
import { lookUpOrder } from './look-up.ts'
import { orderActs } from './order-acts.ts'
import { orderNotOpened } from './order-not-found.ts'
import { viewOrder } from './order-view.ts'

export function orderInProcess(ctx: ShopContext): Services['order'] {
  return async (id, headers) => {
    try {
      const order = await lookUpOrder(ctx, headers, id, ctx.config.preloadTimeoutMs)
      return order && (await viewOrder(ctx, order))
    } catch (error) {
      throw toAppError(error)
    }
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
