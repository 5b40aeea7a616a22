import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & {
  quiet?: boolean
  /** Keeps the width, and blinks the cue. */
  busy?: boolean
}

/** Only the primary kind has the cue. */
export function Button({ quiet = false, busy = false, className, children, ...button }: Props) {
  return (
    <button
      type="submit"
      aria-busy={busy || undefined}
      data-busy={busy ? '' : undefined}
      {...button}
      className={['Button', quiet && 'Button--quiet', className].filter(Boolean).join(' ')}
    >
      {!quiet && <span className="Button-cue" />}
      <span>{children}</span>
    </button>
  )
}
