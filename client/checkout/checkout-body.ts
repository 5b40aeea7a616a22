import { homeCountry } from '#shared/buyer.ts'
import type { CheckoutBody } from '#shared/checkout.ts'
import type { PricedCart } from '#shared/price-cart.ts'
import { tidyLine } from '#shared/tidy-line.ts'
import type { Draft } from './draft.ts'

/** Every member named, even where it is undefined: a new field can't be left out by mistake. */
type Complete<Body> = { [Name in keyof Required<Body>]: Body[Name] }

/** A checkout's body that hasn't been checked: the terms may not be accepted yet. */
export type UncheckedBody = Complete<Omit<CheckoutBody, 'acceptTerms' | 'items' | 'customer'>> & {
  items: { sku: string; qty: number }[]
  customer: Complete<CheckoutBody['customer']>
  acceptTerms: boolean
}

type Parts = {
  draft: Draft
  companyName: string
  cart: Pick<PricedCart, 'lines' | 'total'>
  verification: string
}

/** Leaves out fields that don't apply, such as an ABN abroad; the draft keeps them. */
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
