/** A placeholder for a list that is loading. */
export function Waiting({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="Waiting" role="status" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  )
}
