import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import type { DiscountCode } from './use-discount-code.ts'

/** The field for a discount code. It stands within the checkout's form, so Enter must not send that. */
export function CodeRow({ code: { applied, refused, busy, use } }: { code: DiscountCode }) {
  const id = useId()
  const [typed, setTyped] = useState('')

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    use(typed)
  }

  return (
    <div className="CodeRow" id={id}>
      <TextField
        label={applied ? 'Another code' : 'Discount code'}
        note="(optional)"
        className="Field-input--key"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        error={refused}
      />
      <Button quiet type="button" busy={busy} onClick={() => use(typed)}>
        Use it
      </Button>
    </div>
  )
}
