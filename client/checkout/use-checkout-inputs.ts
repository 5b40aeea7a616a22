import { type ChangeEvent, useState } from 'react'
import { homeCountry } from '#shared/buyer.ts'
import { useAppState, useCart } from '../app-state.tsx'
import { afterPress } from '../framework/after-press.ts'
import type { CheckoutErrors } from './check-fields.ts'
import { type Draft, readDraft, saveDraft } from './draft.ts'

type TextName = 'companyName' | 'name' | 'email' | 'abn' | 'country' | 'purchaseOrder'

type Judge = { errors: CheckoutErrors; setError(pointer: string, error?: string): void }

export type CheckoutInputs = ReturnType<typeof useCheckoutInputs>

/** What is typed, kept with every change. To mend a field is to take its error away. */
export function useCheckoutInputs({ errors, setError }: Judge) {
  const { cardPayments } = useAppState().config
  const companyName = useCart((state) => state.companyName)
  const setCompanyName = useCart((state) => state.setCompanyName)
  const [draft, setDraft] = useState(() => readDraft({ cardPayments }))

  function change(part: Partial<Draft>, pointer: string) {
    const next = { ...draft, ...part }
    setDraft(next)
    saveDraft(next)
    setError(pointer)
  }

  /** The properties of a text field. @param check run when the field is left */
  function text(name: TextName, check?: (text: string) => string | undefined) {
    const pointer = name === 'purchaseOrder' ? '/purchaseOrder' : `/customer/${name}`
    const value = name === 'companyName' ? companyName : draft[name]
    return {
      name,
      value,
      error: errors[pointer],
      onChange({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) {
        if (name !== 'companyName') return change({ [name]: target.value }, pointer)
        setCompanyName(target.value)
        setError(pointer)
      },
      ...(check && {
        onBlur: () => afterPress(() => value.trim() !== '' && setError(pointer, check(value))),
      }),
    }
  }

  return { draft, companyName, change, text, errors, atHome: draft.country === homeCountry, cardPayments }
}
