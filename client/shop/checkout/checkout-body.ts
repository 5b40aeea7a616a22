import type { ChangeCheckoutBody, CheckoutBody } from '#shared/orders/checkout.ts'
import { tidyLine } from '#shared/text/tidy-line.ts'
import type { Draft } from './draft.ts'
import {
  customerFields,
  type FieldName,
  fields,
  isBusiness,
  isConsumerOfEu,
  mapFields,
  orderFields,
} from './fields.ts'

/** Requires every member, even undefined ones, so that no new field can be forgotten. */
type Complete<Body> = { [Name in keyof Required<Body>]: Body[Name] }

export type Subject =
  | { items: { sku: string; qty: number }[] }
  | Pick<ChangeCheckoutBody, 'licence' | 'change'>

/** A body before validation: the buyer may be incomplete, and the terms not accepted. */
export type UncheckedBody = Complete<Omit<CheckoutBody, 'acceptTerms' | 'items' | 'customer'>> &
  Subject & {
    customer: Record<keyof CheckoutBody['customer'], string | undefined>
    acceptTerms: boolean
  }

type Parts = {
  draft: Draft
  subject: Subject
  /** In cents. */
  total: number
  verification: string
  code?: string | undefined
}

/** Leaves out fields that don't apply, such as an ABN for a buyer abroad; the draft keeps them. */
export function toCheckoutBody({ draft, subject, total, verification, code }: Parts): UncheckedBody {
  const read = (name: FieldName) => {
    const { appliesTo } = fields[name]
    return appliesTo?.(draft) === false ? undefined : tidyLine(draft[name]) || undefined
  }
  return {
    ...subject,
    code,
    expectedTotal: total,
    paymentMethod: draft.paymentMethod,
    customer: mapFields(customerFields, read),
    ...mapFields(orderFields, read),
    eInvoice: (draft.eInvoice && isBusiness(draft)) || undefined,
    acceptTerms: draft.acceptTerms,
    waivesWithdrawal: isConsumerOfEu(draft) ? draft.waivesWithdrawal : undefined,
    verification,
  }
}
