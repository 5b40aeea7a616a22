import { readStored, writeStored } from '../framework/browser-storage.ts'
import type { Method } from './payment-method.tsx'

/** The checkout form's values. The cart keeps the company's name. */
export type Draft = {
  name: string
  email: string
  abn: string
  vatId: string
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

/**
 * The draft that the tab keeps until the order's page shows it paid or accepted.
 * @param country chosen until the visitor chooses another
 */
export function readDraft({ cardPayments, country }: { cardPayments: boolean; country: string }): Draft {
  const kept = (readStored('sessionStorage', key) ?? {}) as Record<string, unknown>
  const draft = Object.fromEntries(
    Object.entries(empty).map(([name, value]) => [
      name,
      typeof kept[name] === typeof value ? kept[name] : value,
    ]),
  ) as Draft
  return {
    ...draft,
    country: draft.country || country,
    ...(!cardPayments && { paymentMethod: 'invoice' as const }),
  }
}

export function saveDraft(draft: Draft): void {
  writeStored('sessionStorage', key, draft)
}

export function clearDraft(): void {
  writeStored('sessionStorage', key, null)
}
