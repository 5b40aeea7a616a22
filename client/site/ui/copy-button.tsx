import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

const saidFor = 1600
const done = 'Copied'

type Props = {
  text: string
  /** Names the copied text for screen readers. */
  label: string
  /** Whether to show the label on screen, too. */
  labelled?: boolean
  className?: string
}

export function CopyButton({ text, label, labelled = false, className = 'TextLink' }: Props) {
  const [said, setSaid] = useState('')
  const copied = said === done

  useEffect(() => {
    if (!said) return
    const timer = setTimeout(setSaid, saidFor, '')
    return () => clearTimeout(timer)
  }, [said])

  return (
    <button className={`${className} NeedsScript`} type="button" onClick={() => copy(text).then(setSaid)}>
      <Icon name={copied ? 'check' : 'copy'} />
      {/* One element for both, because an empty one would double the button's gap. */}
      <span>
        {/* Not announced when the label changes back to “Copy”. */}
        <span aria-live="polite">{said}</span>
        <span>{!said && 'Copy'}</span>
        <span className={labelled ? undefined : 'vh'}>{` ${label}`}</span>
      </span>
    </button>
  )
}

/**
 * If the clipboard is refused, visitors can still copy the text by hand.
 * @returns the message to show
 */
async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return done
  } catch {
    return 'Not copied'
  }
}
