import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../site/ui/button.tsx'
import { TextField } from '../../site/ui/field.tsx'
import type { DiscountCode } from './use-discount-code.ts'

type Props = {
  code: DiscountCode
  /** Whether the applied code discounts the current choice. */
  counts: boolean
}

/** It is inside the checkout's form, so Enter must not submit that form. */
export function CodeRow({ code: { applied, typed, type, refused, busy, applyTyped }, counts }: Props) {
  const id = useId()
  // A code from storage or the address is applied without an announcement.
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
