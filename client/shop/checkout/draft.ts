import { countryCodes } from '#shared/buyer/countries.ts'
import type { Order } from '#shared/orders/orders.ts'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'
import type { Method } from './payment-method.tsx'

/** A signed-in customer's, of an earlier order. */
export type KnownBuyer = Order['customer']

/** The company's name is in the cart. */
export type Draft = {
  name: string
  email: string
  abn: string
  vatId: string
  /** Empty until it is known or chosen. */
  country: string
  paymentMethod: Method
  purchaseOrder: string
  acceptTerms: boolean
}

const key = 'checkoutDraft'

const empty: Draft = {
  name: '',
  email: '',
  abn: '',
  country: '',
  vatId: '',
  paymentMethod: 'card',
  purchaseOrder: '',
  acceptTerms: false,
}

type Known = {
  cardPayments: boolean
  /** The default, empty if unknown. */
  country: string
  /** Prevails over what was typed for another order. */
  buyer: KnownBuyer | null
}

/** The tab keeps the draft until the order is paid or accepted. */
export function readDraft({ cardPayments, country, buyer }: Known): Draft {
  const stored = (readStored('sessionStorage', key) ?? {}) as Record<string, unknown>
  const draft = Object.fromEntries(
    Object.entries(empty).map(([name, value]) => [
      name,
      typeof stored[name] === typeof value ? stored[name] : value,
    ]),
  ) as Draft
  return {
    ...draft,
    country: countryCodes.includes(draft.country) ? draft.country : country,
    ...(buyer && whoBuys(buyer)),
    ...(!cardPayments && { paymentMethod: 'invoice' as const }),
  }
}

function whoBuys({ name, email, country, abn = '', vatId = '' }: KnownBuyer): Partial<Draft> {
  return { name, email, country, abn, vatId }
}

export function saveDraft(draft: Draft): void {
  writeStored('sessionStorage', key, draft)
}

export function clearDraft(): void {
  writeStored('sessionStorage', key, null)
}
