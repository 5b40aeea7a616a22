import { errorCodes } from '#shared/http/error-codes.ts'
import { AppError } from '../../web/http/errors.ts'
import { PaymentRefused, PaymentUnavailable } from './provider.ts'

/** @throws AppError 502 `payment_refused`, 503 `payment_provider_unavailable`, with the provider's own words if there are any */
export async function orUnavailable<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (cause) {
    if (!(cause instanceof PaymentUnavailable)) throw cause
    const code = cause instanceof PaymentRefused ? 'payment_refused' : 'payment_provider_unavailable'
    const detail = `Nothing was done: the payment provider didn’t agree. ${cause.message}`
    throw new AppError(errorCodes[code].status, code, detail, { cause })
  }
}
