import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../site/ui/button.tsx'
import { TextField } from '../../site/ui/field.tsx'
import type { DiscountCode } from './use-discount-code.ts'

type Props = {
  code: DiscountCode
  /** True if the applied code takes anything off the current choice. */
  counts: boolean
}

/** Lies in the checkout's form, so Enter must not submit that. */
export function CodeRow({ code: { applied, typed, type, refused, busy, applyTyped }, counts }: Props) {
  const id = useId()
  // A stored code, or one in the address, is applied without a word.
  const [isAsked, setAsked] = useState(false)

  function take() {
    setAsked(true)
    void applyTyped()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    take()
  }

  return (
    <div className="CodeRow" id={id}>
      <span className="vh" role="status">
        {isAsked && !busy && (refused || (applied && `${applied.code} is applied.`))}
      </span>
      <TextField
        label={applied ? 'Another code' : 'Discount code'}
        note="(optional)"
        className="Field-input--key"
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        error={refused || (applied && !counts ? `${applied.code} takes nothing off what you’ve chosen.` : '')}
      />
      <Button quiet type="button" busy={busy} onClick={take}>
        Use it
      </Button>
    </div>
  )
}
