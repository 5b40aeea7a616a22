import { homeCountry } from '#shared/buyer.ts'
import type { CheckoutBody } from '#shared/checkout.ts'
import type { PricedCart } from '#shared/price-cart.ts'
import { tidyLine } from '#shared/tidy-line.ts'
import type { Draft } from './draft.ts'

/** The body of a checkout before it has been checked: the terms may not be accepted yet. */
export type UncheckedBody = Omit<CheckoutBody, 'acceptTerms' | 'items'> & {
  items: { sku: string; qty: number }[]
  acceptTerms: boolean
}

type Parts = {
  draft: Draft
  companyName: string
  cart: Pick<PricedCart, 'lines' | 'total'>
  verification: string
}

/** Fields that don't apply, such as an ABN abroad, stay in the draft and aren't sent. */
export function toCheckoutBody({ draft, companyName, cart, verification }: Parts): UncheckedBody {
  const { name, email, abn, country, paymentMethod, purchaseOrder, acceptTerms } = draft
  return {
    items: cart.lines.filter(({ product }) => product).map(({ sku, qty }) => ({ sku, qty })),
    expectedTotal: cart.total,
    paymentMethod,
    customer: {
      name: tidyLine(name),
      email: tidyLine(email),
      companyName: tidyLine(companyName) || undefined,
      abn: (country === homeCountry && tidyLine(abn)) || undefined,
      country,
    },
    purchaseOrder: (paymentMethod === 'invoice' && tidyLine(purchaseOrder)) || undefined,
    acceptTerms,
    verification,
  }
}
