import { Icon, type IconName } from '../../site/ui/icon.tsx'

type Props = {
  icon: IconName
  name: string
  /** For a button that shows more or less. */
  expanded?: boolean
  onClick(): void
}

export function IconButton({ icon, name, expanded, onClick }: Props) {
  return (
    <button
      className="IconButton"
      type="button"
      aria-label={name}
      aria-expanded={expanded}
      title={name}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
