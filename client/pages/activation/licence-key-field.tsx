import { type FormEvent, useState } from 'react'
import { findKeyFlaw, formatLicenceKey, isLongerThanKey } from '#shared/licensing/licence-key.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { formatKeyInput } from './format-key-input.ts'

type Props = {
  /** The value of a form refused without script. */
  sent?: string | undefined
  /** The text that the server refused as a key. Other systems' keys have any format, so only the server can tell. */
  refused: string
}

/** Groups the key while it is typed, and points out the typo in a refused key. */
export function LicenceKeyField({ sent, refused }: Props) {
  const { site } = useAppState()
  const [typed, setTyped] = useState<string | null>(null)
  const error =
    typed === '' ? missing : typed !== null && typed === refused ? flawIn(typed, site.licenceKeyPrefix) : ''

  function retype({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>) {
    if ((nativeEvent as InputEvent).isComposing) return
    const caret = input.selectionStart ?? input.value.length
    const next = formatKeyInput(input.value, caret, site.licenceKeyPrefix)
    // Setting the same value would move the caret.
    if (next.text !== input.value) {
      input.value = next.text
      input.setSelectionRange(next.caret, next.caret)
    }
    setTyped(next.text || null)
    if (next.text.length > wholeLength) takeKey(input).catch(() => {})
  }

  /** Replaces a pasted line of a mail by the only key in it. */
  async function takeKey(input: HTMLInputElement) {
    const pasted = input.value
    const { readLicenceKey } = await import('#shared/licensing/pasted-key.ts')
    const key = readLicenceKey(pasted)
    if (!key || input.value !== pasted) return
    input.value = key
    setTyped(key)
  }

  return (
    <div>
      <TextField
        className="Field-input--key"
        label="Licence key"
        hint={`In your order email. Most have seven groups of four, the first is ${site.licenceKeyPrefix}.`}
        error={error || undefined}
        name="licenceKey"
        defaultValue={sent}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        onInput={retype}
        onInvalid={() => setTyped('')}
      />
      <p className="vh" role="status">
        {error}
      </p>
    </div>
  )
}

/** The length of a key with its hyphens. */
const wholeLength = 34

const missing = 'Type the licence key. It’s in your order email.'

/** Explains why a key is wrong. Without our prefix it may be another system's, whose format is unknown. */
function flawIn(text: string, prefix: string): string {
  if (!formatLicenceKey(text).startsWith(prefix))
    return `No licence has this key. Compare each character with the email that brought it. Those from here begin with ${prefix}.`
  const flaw = findKeyFlaw(text)
  if (flaw === 'character') return 'A key has only letters and digits, and no letter U. Is it a V?'
  if (flaw === 'check') return 'A character is wrong, or two are swapped. Compare it with your order email.'
  return isLongerThanKey(text)
    ? 'That’s too long: a key has 28 characters.'
    : 'The end is missing: a key has 28 characters.'
}
