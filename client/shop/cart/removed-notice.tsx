import { Notice } from '../../site/ui/notice.tsx'

type Props = {
  /** "Removed Solo." */
  message: string
  onUndo(): void
}

export function RemovedNotice({ message, onUndo }: Props) {
  return (
    <Notice icon="info" className="Above" role="status" tabIndex={-1} ref={focusOnce}>
      <span>{message}</span>{' '}
      <button className="TextLink" type="button" onClick={onUndo}>
        Undo
      </button>
    </Notice>
  )
}

/** The pressed control disappears with its line, so the notice gets the focus. */
function focusOnce(notice: HTMLElement | null) {
  notice?.focus({ preventScroll: true })
}
