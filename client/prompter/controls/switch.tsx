export function Switch({ label, checked, onClick }: { label: string; checked: boolean; onClick(): void }) {
  return (
    <button className="Switch" type="button" role="switch" aria-checked={checked} onClick={onClick}>
      <span>{label}</span> <span className="Switch-track" />
    </button>
  )
}
