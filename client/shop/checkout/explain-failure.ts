import { HttpError } from '#shared/http/http-client.ts'
import type { Problem } from '#shared/http/problem.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import type { CheckoutErrors } from './check-fields.ts'

export type CheckoutFailure = {
  errors: CheckoutErrors
  /** States what didn't happen. */
  title: string
  /** One sentence with all the facts. */
  detail: string
}

/** The members of `price_changed` are additional. */
type CheckoutProblem = Partial<Problem> & { total?: number; currency?: string }

const oneOrder =
  'Nothing has been charged, and what you’ve typed stays here. It’s one order, however often you try.'

const orByTransfer = 'Or choose bank transfer: that places another order, and this one lapses unpaid.'

export type Act = 'order' | 'orderOfQuote' | 'quote'

const once: Record<Act, string> = {
  order: oneOrder,
  orderOfQuote: oneOrder,
  quote: 'What you’ve typed stays here. It’s one quote, however often you try.',
}

export const notDone: Record<Act, string> = {
  order: 'The order wasn’t placed.',
  orderOfQuote: 'The order wasn’t placed.',
  quote: 'The quote wasn’t made.',
}

/** @param act the attempted act of a checkout; other pages show only the sentence */
export function explainFailure(error: unknown, act?: Act): CheckoutFailure {
  const title = notDone[act ?? 'order']
  const { code, detail, errors = [], total, currency } = problemOf(error)
  const say = (title: string, detail: string): CheckoutFailure => ({ errors: {}, title, detail })
  if (code === 'price_changed' && total !== undefined && currency)
    return say(
      title,
      `Prices have changed since they were shown here. The total is now ${formatPrice(total, currency)}. Look it over, then order again.`,
    )
  if (code === 'in_progress' && act !== 'quote')
    return say('The order isn’t placed yet.', `It’s still on its way. Try again in a moment. ${oneOrder}`)
  if (code === 'payment_provider_unavailable' || code === 'payment_refused') {
    // The server has the order; only its payment page is missing. A quote’s order has ended, as `detail` says.
    const isOpen = code === 'payment_provider_unavailable' && act === 'order'
    return say('The payment page didn’t open.', isOpen ? `${detail} ${orByTransfer}` : String(detail))
  }
  // Without an answer, nobody knows whether the server has the order.
  if (detail === undefined) {
    const again = act ? ` ${once[act]}` : ''
    return say(
      'No answer came.',
      `We couldn’t be reached, or the answer was lost. Try again in a moment.${again}`,
    )
  }
  return { errors: Object.fromEntries(errors.map((each) => [each.pointer, each.detail])), title, detail }
}

/** Whether another try can't succeed. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof HttpError &&
    error.statusCode < 500 &&
    error.statusCode !== 429 &&
    codeOf(error) !== undefined
  )
}

export function codeOf(error: unknown): string | undefined {
  return problemOf(error).code
}

/** Ignores answers that aren't the API's, such as a proxy's error page. */
function problemOf(error: unknown): CheckoutProblem {
  return error instanceof HttpError && error.body instanceof Object ? error.body : {}
}
