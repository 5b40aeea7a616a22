/** One small window for every machine. Says nothing that the words beside it don't. */
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
