import { abnCountry } from '#shared/buyer/abn-country.ts'
import { hasVatIds } from '#shared/buyer/vat-id.ts'
import type { ChangeCheckoutBody, CheckoutBody } from '#shared/orders/checkout.ts'
import { tidyLine } from '#shared/text/tidy-line.ts'
import type { Draft } from './draft.ts'

/** Names even undefined members, so that no new field can be forgotten. */
type Complete<Body> = { [Name in keyof Required<Body>]: Body[Name] }

export type Subject =
  | { items: { sku: string; qty: number }[] }
  | Pick<ChangeCheckoutBody, 'licence' | 'change'>

/** The terms may not be accepted yet. */
export type UncheckedBody = Complete<Omit<CheckoutBody, 'acceptTerms' | 'items' | 'customer'>> &
  Subject & {
    customer: Complete<CheckoutBody['customer']>
    acceptTerms: boolean
  }

type Parts = {
  draft: Draft
  companyName: string
  subject: Subject
  /** In cents. */
  total: number
  verification: string
  code?: string | undefined
}

/** Leaves out fields that don't apply, such as an ABN abroad; the draft keeps them. */
export function toCheckoutBody({
  draft,
  companyName,
  subject,
  total,
  verification,
  code,
}: Parts): UncheckedBody {
  const { name, email, abn, vatId, country, paymentMethod, purchaseOrder, acceptTerms } = draft
  return {
    ...subject,
    code,
    expectedTotal: total,
    paymentMethod,
    customer: {
      name: tidyLine(name),
      email: tidyLine(email),
      companyName: tidyLine(companyName) || undefined,
      abn: (country === abnCountry && tidyLine(abn)) || undefined,
      country,
      vatId: (hasVatIds(country) && tidyLine(vatId)) || undefined,
    },
    purchaseOrder: tidyLine(purchaseOrder) || undefined,
    acceptTerms,
    verification,
  }
}
