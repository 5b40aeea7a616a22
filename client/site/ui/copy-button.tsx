import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

const copiedFor = 1600

type Props = {
  text: string
  /** Names the copied text for screen readers. */
  label: string
  /** Shows the label on screen too. */
  labelled?: boolean
  className?: string
}

export function CopyButton({ text, label, labelled = false, className = 'TextLink' }: Props) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, copiedFor, false)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <button
      className={`${className} NeedsScript`}
      type="button"
      onClick={() => navigator.clipboard?.writeText(text).then(() => setCopied(true), ignore)}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      {/* The way back to “Copy” says nothing. */}
      <span aria-live="polite">{copied && 'Copied'}</span>
      <span>{!copied && 'Copy'}</span>
      <span className={labelled ? undefined : 'vh'}>{` ${label}`}</span>
    </button>
  )
}

/** A refused clipboard leaves the text, which visitors can copy by hand. */
function ignore() {}
