import { AppError } from '../http/errors.ts'
import { PaymentUnavailable } from './provider.ts'

/** @throws AppError 503 `payment_provider_unavailable`, with the provider's own words if there are any */
export async function orUnavailable<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (cause) {
    if (!(cause instanceof PaymentUnavailable)) throw cause
    const detail = `Nothing was done: the payment provider didn’t agree. ${cause.message}`
    throw new AppError(503, 'payment_provider_unavailable', detail, { cause })
  }
}
