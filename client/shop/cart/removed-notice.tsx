import { Icon } from '../../site/ui/icon.tsx'

type Props = {
  /** "Removed Solo." */
  message: string
  onUndo(): void
}

export function RemovedNotice({ message, onUndo }: Props) {
  return (
    <div className="Notice Notice--above" role="status" tabIndex={-1} ref={focusOnce}>
      <Icon name="info" />
      <div>
        <span>{message}</span>{' '}
        <button className="TextLink" type="button" onClick={onUndo}>
          Undo
        </button>
      </div>
    </div>
  )
}

/** The pressed control disappears with its line. */
function focusOnce(notice: HTMLElement | null) {
  notice?.focus({ preventScroll: true })
}
