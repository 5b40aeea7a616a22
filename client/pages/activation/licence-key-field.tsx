import { type FormEvent, useState } from 'react'
import { findKeyFlaw, isLongerThanKey } from '#shared/licensing/licence-key.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { formatKeyInput } from './format-key-input.ts'

/** Groups the key while it is typed, and finds typos before anything is sent. */
export function LicenceKeyField() {
  const { site } = useAppState()
  const [error, setError] = useState('')

  function retype({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>) {
    if ((nativeEvent as InputEvent).isComposing) return
    const { text, caret } = formatKeyInput(input.value, input.selectionStart ?? input.value.length)
    input.value = text
    input.setSelectionRange(caret, caret)
    input.setCustomValidity(missingIn(text))
    setError(typoIn(text))
  }

  return (
    <div>
      <TextField
        className="Field-input--key"
        label="Licence key"
        hint={`In your order email. Seven groups of four, the first is ${site.licenceKeyPrefix}.`}
        error={error || undefined}
        name="licenceKey"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        ref={(input) => input?.setCustomValidity(missingIn(input.value))}
        onInput={retype}
        onBlur={({ target }) => setError(target.value && missingIn(target.value))}
        onInvalid={({ currentTarget }) => setError(missingIn(currentTarget.value))}
      />
      <p className="vh" role="status">
        {error}
      </p>
    </div>
  )
}

/** Finds mistakes in an unfinished key. */
function typoIn(text: string): string {
  const flaw = findKeyFlaw(text)
  if (flaw === 'character') return 'A key has only letters and digits, and no letter U. Is it a V?'
  if (flaw === 'check') return 'A character is wrong, or two are swapped. Compare it with your order email.'
  return isLongerThanKey(text) ? 'That’s too long: a key has 28 characters.' : ''
}

/** Finds mistakes in a finished key. */
function missingIn(text: string): string {
  if (text === '') return 'Type the licence key. It’s in your order email.'
  return typoIn(text) || (findKeyFlaw(text) ? 'The end is missing: a key has 28 characters.' : '')
}
