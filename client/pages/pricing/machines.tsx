/** A small window for each machine. The words beside it say the same. */
export function Machines({ count }: { count: number }) {
  const machines = Array.from({ length: count }, (_, number) => number)
  return (
    <span className="Machines" aria-hidden="true">
      {machines.map((number) => (
        <i key={number} />
      ))}
    </span>
  )
}
