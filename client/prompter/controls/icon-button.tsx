import { Icon, type IconName } from '../../site/ui/icon.tsx'

type Props = {
  icon: IconName
  name: string
  /** Set if the button shows or hides something. */
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
