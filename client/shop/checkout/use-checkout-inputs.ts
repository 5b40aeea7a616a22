import { type ChangeEvent, useState } from 'react'
import { useAppState, useCart } from '../../site/framework/app-state.tsx'
import { browserCountry } from './browser-country.ts'
import type { CheckoutErrors, FieldWords } from './check-fields.ts'
import { type Draft, type KnownBuyer, readDraft } from './draft.ts'
import { saveDraft } from './draft-storage.ts'
import { type Field, type FieldName, fields, pointerOf } from './fields.ts'

type Judge = {
  errors: CheckoutErrors
  setError(pointer: string, error?: string): void
  buyer: KnownBuyer | null
  words: FieldWords
}

export type CheckoutInputs = ReturnType<typeof useCheckoutInputs>

/** The form's values, saved at every change. Changing a field clears its error. */
export function useCheckoutInputs({ errors, setError, buyer, words }: Judge) {
  const { cardPayments } = useAppState().config
  const companyName = useCart((state) => state.companyName)
  const keepCompany = useCart((state) => state.setCompanyName)
  const [typed, setTyped] = useState(() =>
    // Only the browser shows the form, so stored pages contain no country.
    readDraft({ cardPayments, country: browserCountry(navigator.languages), buyer }),
  )
  const draft = buyer ? typed : { ...typed, companyName }

  function change<Name extends keyof Draft>(name: Name, value: Draft[Name]) {
    const next = { ...typed, [name]: value }
    setTyped(next)
    // A known buyer's renewal isn't a draft for the next cart.
    if (!buyer) saveDraft(next)
    setError(pointerOf(name))
  }

  /** @returns the props of a field's input */
  function input(name: FieldName) {
    const { missing, maxLength, check, hint, appliesTo, ...attributes }: Field = {
      ...fields[name],
      ...words[name],
    }
    const value = draft[name]
    const pointer = pointerOf(name)
    return {
      ...attributes,
      name,
      required: missing !== undefined,
      value,
      error: errors[pointer],
      onChange({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) {
        if (name !== 'companyName' || buyer) return change(name, target.value)
        keepCompany(target.value)
        setError(pointer)
      },
      ...(check && {
        onBlur: () => afterPress(() => value.trim() !== '' && setError(pointer, check(value, draft.country))),
      }),
    }
  }

  return { draft, change, input, errors, cardPayments }
}

/** Waits until no button is down, because an element that appears between press and release makes the click miss. */
function afterPress(callback: () => void): void {
  const isPressed = document.querySelector(':active') !== null
  // The click follows the release. After a touch, mouse events come when the finger is lifted.
  if (isPressed) addEventListener('mouseup', () => setTimeout(callback), { once: true })
  else callback()
}
