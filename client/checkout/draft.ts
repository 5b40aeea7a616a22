import { countryCodes } from '#shared/countries.ts'
import { readStored, writeStored } from '../framework/browser-storage.ts'
import type { Method } from './payment-method.tsx'

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

/** The tab keeps the draft until the order is paid or accepted. @param country the default, empty if unknown */
export function readDraft({ cardPayments, country }: { cardPayments: boolean; country: string }): Draft {
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
    ...(!cardPayments && { paymentMethod: 'invoice' as const }),
  }
}

export function saveDraft(draft: Draft): void {
  writeStored('sessionStorage', key, draft)
}

export function clearDraft(): void {
  writeStored('sessionStorage', key, null)
}
