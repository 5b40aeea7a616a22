import { type ChangeEvent, useState } from 'react'
import { abnCountry } from '#shared/buyer/abn-country.ts'
import type { CheckoutBody } from '#shared/orders/checkout.ts'
import { afterPress } from '../../site/framework/after-press.ts'
import { useAppState, useCart } from '../../site/framework/app-state.tsx'
import { browserCountry } from './browser-country.ts'
import type { CheckoutErrors } from './check-fields.ts'
import { type Draft, type KnownBuyer, readDraft, saveDraft } from './draft.ts'

type CheckoutPointer =
  | `/customer/${keyof CheckoutBody['customer']}`
  | `/${Exclude<keyof CheckoutBody, 'customer'>}`

/** Each text field's place in the checkout's body, as a JSON pointer (RFC 6901). The server names its errors by it. */
const pointers = {
  name: '/customer/name',
  email: '/customer/email',
  companyName: '/customer/companyName',
  abn: '/customer/abn',
  vatId: '/customer/vatId',
  country: '/customer/country',
  purchaseOrder: '/purchaseOrder',
} as const satisfies Record<string, CheckoutPointer>

type TextName = keyof typeof pointers

type Judge = {
  errors: CheckoutErrors
  setError(pointer: string, error?: string): void
  buyer: KnownBuyer | null
}

export type CheckoutInputs = ReturnType<typeof useCheckoutInputs>

/** The form's values, saved at every change. A change clears the field's error. */
export function useCheckoutInputs({ errors, setError, buyer }: Judge) {
  const { cardPayments } = useAppState().config
  const companyOfCart = useCart((state) => state.companyName)
  const keepCompany = useCart((state) => state.setCompanyName)
  const [companyOfBuyer, setCompanyOfBuyer] = useState(buyer && (buyer.companyName ?? ''))
  const companyName = companyOfBuyer ?? companyOfCart
  const [draft, setDraft] = useState(() =>
    // The form is shown by the browser alone, so stored pages say no country.
    readDraft({ cardPayments, country: browserCountry(navigator.languages), buyer }),
  )

  function change(part: Partial<Draft>, pointer: CheckoutPointer) {
    const next = { ...draft, ...part }
    setDraft(next)
    // A known buyer's renewal says nothing about the next cart.
    if (!buyer) saveDraft(next)
    setError(pointer)
  }

  /** @returns the properties of a text field. @param check runs when the field loses the focus */
  function text(name: TextName, check?: (text: string) => string | undefined) {
    const pointer = pointers[name]
    const value = name === 'companyName' ? companyName : draft[name]
    return {
      name,
      value,
      error: errors[pointer],
      onChange({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) {
        if (name !== 'companyName') return change({ [name]: target.value }, pointer)
        if (buyer) setCompanyOfBuyer(target.value)
        else keepCompany(target.value)
        setError(pointer)
      },
      ...(check && {
        onBlur: () => afterPress(() => value.trim() !== '' && setError(pointer, check(value))),
      }),
    }
  }

  return { draft, companyName, change, text, errors, hasAbn: draft.country === abnCountry, cardPayments }
}
