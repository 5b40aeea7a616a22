import { formatIdentityFrom, mustNameBuyer } from '#shared/orders/buyer-identity.ts'
import type { CheckoutOrder } from '#shared/orders/checkout.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import { invalid } from '../../web/http/parse.ts'

/**
 * From `buyerIdentityFrom` on, an Australian tax invoice must identify its buyer by name, company or ABN.
 * @throws AppError 422 `buyer_identity_required`, or `validation_failed` if only the name is missing
 */
export function requireBuyer(
  total: number,
  { name, companyName, abn, country }: CheckoutOrder['customer'],
  { tax, currency }: Pick<Pricing, 'tax' | 'currency'>,
): void {
  if (name) return
  const mustIdentify = mustNameBuyer(total, tax, country) && !companyName && !abn
  const detail = mustIdentify
    ? `From ${formatIdentityFrom(currency)} a tax invoice must name its buyer: enter your name, a company or an ABN.`
    : 'Enter your name.'
  const pointer = '/customer/name'
  throw mustIdentify
    ? invalid([{ pointer, code: 'buyer_identity_required', detail }], 'buyer_identity_required')
    : invalid([{ pointer, code: 'required', detail }])
}
