import { Icon, type IconName } from '../ui/icon.tsx'

type Props = { icon: IconName; name: string; onClick(): void }

export function IconButton({ icon, name, onClick }: Props) {
  return (
    <button className="IconButton" type="button" aria-label={name} title={name} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
