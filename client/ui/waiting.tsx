/** Lines on their way: stands where a list will be. */
export function Waiting({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="Waiting" role="status" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  )
}
