import type { Services } from '../../services.ts'
import { toAppError } from '../../web/http/errors.ts'
import { lookUpQuote, type QuoteContext, viewQuote } from './quotes.ts'

export function quoteInProcess(ctx: QuoteContext): Services['quote'] {
  return async (id, access) => {
    try {
      const row = await lookUpQuote(ctx, access, id)
      return row && (await viewQuote(ctx, row)).quote
    } catch (error) {
      throw toAppError(error)
    }
  }
}
