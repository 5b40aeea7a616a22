/** Takes a list's place while it loads. */
export function Waiting({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="Waiting" role="status" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  )
}
