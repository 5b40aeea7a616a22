type Props = { label: string; checked: boolean; onClick(): void }

export function Switch({ label, checked, onClick }: Props) {
  return (
    <button className="Switch" type="button" role="switch" aria-checked={checked} onClick={onClick}>
      <span>{label}</span> <span className="Switch-track" />
    </button>
  )
}
