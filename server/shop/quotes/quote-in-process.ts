import type { ShopContext } from '../../context.ts'
import type { Services } from '../../services.ts'
import { toAppError } from '../../web/http/errors.ts'
import { lookUpQuote } from './look-up-quote.ts'
import { viewQuote } from './view-quote.ts'

export function quoteInProcess(ctx: ShopContext): Services['quote'] {
  return async (id, access) => {
    try {
      const row = await lookUpQuote(ctx, access, id, ctx.config.preloadTimeoutMs)
      return row && (await viewQuote(ctx, row, access)).quote
    } catch (error) {
      throw toAppError(error)
    }
  }
}
