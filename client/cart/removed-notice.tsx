import { Icon } from '../ui/icon.tsx'

type Props = {
  /** "Removed Solo." */
  message: string
  onUndo(): void
}

/** Names the last removal, and offers to undo it. */
export function RemovedNotice({ message, onUndo }: Props) {
  return (
    <div className="Notice Notice--above" role="status" tabIndex={-1} ref={focusOnce}>
      <Icon name="info" />
      <div>
        {message}{' '}
        <button className="TextLink" type="button" onClick={onUndo}>
          Undo
        </button>
      </div>
    </div>
  )
}

/** The control that was pressed is gone with its line. */
function focusOnce(notice: HTMLElement | null) {
  notice?.focus({ preventScroll: true })
}
