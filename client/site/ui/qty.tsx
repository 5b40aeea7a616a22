import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  /** The counted thing, for the labels of the controls. */
  of: string
  /** The counted thing in the singular. */
  one?: string
  value: number
  onChange(value: number): void
  id?: string
  name?: string
  min?: number
  max?: number
  describedBy?: string
  isInvalid?: boolean
}

/** A number outside the limits becomes the nearest limit; other text changes nothing. */
export function Qty({
  of,
  one = of,
  value,
  onChange,
  id,
  name,
  min = 1,
  max = 99,
  describedBy,
  isInvalid = false,
}: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const typeEarly = useEffectEvent(() => {
    const typed = input.current?.value
    if (typed !== undefined && typed !== String(value)) type(typed)
  })
  // Text typed before hydration isn't in React's state.
  useEffect(() => typeEarly(), [])

  function type(text: string) {
    setDraft(text)
    // Digits may be full-width.
    const digits = text.normalize('NFKC')
    if (/^\d+$/.test(digits)) onChange(Math.min(Math.max(Number(digits), min), max))
  }

  function step(by: number) {
    setDraft(null)
    onChange(value + by)
  }

  return (
    <div className="Qty">
      <button type="button" aria-label={`One fewer ${one}`} disabled={value <= min} onClick={() => step(-1)}>
        <Icon name="minus" />
      </button>
      <input
        ref={input}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Quantity of ${of}`}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        id={id}
        name={name}
        value={draft ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setDraft(null)}
      />
      <button type="button" aria-label={`One more ${one}`} disabled={value >= max} onClick={() => step(1)}>
        <Icon name="plus" />
      </button>
    </div>
  )
}
