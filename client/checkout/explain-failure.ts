import { HttpError } from '#shared/http-client.ts'
import { formatPrice } from '#shared/money.ts'
import type { Problem } from '#shared/problem.ts'
import type { CheckoutErrors } from './check-fields.ts'

export type CheckoutFailure = {
  errors: CheckoutErrors
  /** One sentence with all the facts. */
  detail: string
}

/** Adds the members of `price_changed`. */
type CheckoutProblem = Partial<Problem> & { total?: number; currency?: string }

const oneOrder =
  'Nothing has been charged, and what you’ve typed stays here. It’s one order, however often you try.'

export function explainFailure(error: unknown): CheckoutFailure {
  const { code, detail, errors = [], total, currency } = problemOf(error)
  if (code === 'price_changed' && total !== undefined && currency) {
    const newTotal = formatPrice(total, currency)
    return {
      errors: {},
      detail: `Prices have changed since they were shown here. The total is now ${newTotal}. Look it over, then order again.`,
    }
  }
  if (code === 'in_progress')
    return { errors: {}, detail: `Your order is still being placed. Try again in a moment. ${oneOrder}` }
  return {
    errors: Object.fromEntries(errors.map((each) => [each.pointer, each.detail])),
    detail: detail ?? `We couldn’t be reached. Try again in a moment. ${oneOrder}`,
  }
}

export function codeOf(error: unknown): string | undefined {
  return problemOf(error).code
}

/** Ignores foreign answers, such as a proxy's page. */
function problemOf(error: unknown): CheckoutProblem {
  return error instanceof HttpError && error.body instanceof Object ? error.body : {}
}
