import { useState } from 'react'
import { useHydrated } from '../../site/framework/use-hydrated.ts'
import { CopyButton } from '../../site/ui/copy-button.tsx'
import { Icon } from '../../site/ui/icon.tsx'

type Props = {
  licenceKey: string
  /** The licence's name for the labels of the buttons. */
  name: string
  isNew: boolean
}

/** Shows the whole key only after a press, because other people may see the screen. Copying doesn't show it. */
export function KeyLine({ licenceKey, name, isNew }: Props) {
  const [shown, setShown] = useState(isNew)
  const canToggle = useHydrated()
  const hidden = licenceKey.replace(/-.*-/, (middle) => middle.replace(/\w/g, '•'))
  if (!canToggle) {
    return (
      <details className="KeyLine" open={isNew}>
        <summary>
          <code translate="no">{hidden}</code> Show
        </summary>
        <code translate="no">{licenceKey}</code>
      </details>
    )
  }
  return (
    <p
      className={isNew ? 'KeyLine KeyLine--new' : 'KeyLine'}
      onKeyDown={({ key }) => key === 'Escape' && setShown(false)}
    >
      <code translate="no">{shown ? licenceKey : hidden}</code>
      <button className="TextLink" type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
        <Icon name="eye" />
        <span>
          <span>{shown ? 'Hide' : 'Show'}</span>
          <span className="vh">{` the key of ${name}`}</span>
        </span>
      </button>
      <CopyButton text={licenceKey} label={`the key of ${name}`} />
    </p>
  )
}
