import type { Found } from '#shared/help/help-search.ts'
import { FoundNote } from './found-note.tsx'

type Props = {
  id: string
  hidden: boolean
  options: Found[]
  /** The index of the active option; -1 if there is none. */
  active: number
  status: string
  onChoose(place: number): void
}

/** The focus stays in the field, which names the active option for screen readers. */
export function FinderList({ id, hidden, options, active, status, onChoose }: Props) {
  return (
    <div className="Finder-list" hidden={hidden}>
      <div id={`${id}-list`} role="listbox" aria-label="Found" hidden={options.length === 0}>
        {options.map((found, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field handles keys
          <div
            key={found.path}
            className="Finder-option"
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === active}
            // Keeps the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(place)}
          >
            <strong>{found.title}</strong>{' '}
            <small>
              <FoundNote {...found} />
            </small>
          </div>
        ))}
      </div>
      <p className="Finder-all">
        <span role="status">{hidden ? '' : status}</span>
        {options.length > 0 && <span className="OnComputer"> ↑ ↓ to choose, Enter to open.</span>}
      </p>
    </div>
  )
}
