import { errorCodes } from '#shared/http/error-codes.ts'
import { AppError } from '../../web/http/errors.ts'
import { PaymentRefused, PaymentUnavailable } from './provider.ts'

/**
 * @param words message for the person; defaults to the provider's own
 * @throws AppError 502 `payment_refused`, 503 `payment_provider_unavailable`
 */
export async function orUnavailable<Result>(act: () => Promise<Result>, words?: string): Promise<Result> {
  try {
    return await act()
  } catch (cause) {
    if (!(cause instanceof PaymentUnavailable)) throw cause
    const code = cause instanceof PaymentRefused ? 'payment_refused' : 'payment_provider_unavailable'
    const detail = words ?? `Nothing was done: the payment provider didn’t agree. ${cause.message}`
    throw new AppError(errorCodes[code].status, code, detail, { cause })
  }
}
