import { countryCodes } from '#shared/buyer/countries.ts'
import type { Order } from '#shared/orders/orders.ts'
import { loadDraft } from './draft-storage.ts'
import { customerFields, type FieldName, fields, mapFields } from './fields.ts'
import type { Method } from './payment-method.tsx'

/** The buyer of a signed-in customer's earlier order. */
export type KnownBuyer = Order['customer']

/** The country is empty until it is guessed or chosen. */
export type Draft = Record<FieldName, string> & {
  paymentMethod: Method
  eInvoice: boolean
  acceptTerms: boolean
  waivesWithdrawal: boolean
}

type Known = {
  cardPayments: boolean
  /** The default country; empty if unknown. */
  country: string
  /** Overrides fields typed for another order. */
  buyer: KnownBuyer | null
}

/** @returns the tab's draft, or a new one */
export function readDraft({ cardPayments, country, buyer }: Known): Draft {
  const stored = loadDraft()
  const texts = mapFields(fields, (name) => {
    const text = stored[name]
    return typeof text === 'string' ? text : ''
  })
  return {
    ...texts,
    country: countryCodes.includes(texts.country) ? texts.country : country,
    ...(buyer && mapFields(customerFields, (name) => buyer[name] ?? '')),
    paymentMethod: cardPayments && stored.paymentMethod !== 'invoice' ? 'card' : 'invoice',
    eInvoice: stored.eInvoice === true,
    acceptTerms: stored.acceptTerms === true,
    waivesWithdrawal: stored.waivesWithdrawal === true,
  }
}
