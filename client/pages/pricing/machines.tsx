/** One small window for every machine. Says nothing that the words beside it don't. */
export function Machines({ count, className }: { count: number; className: string }) {
  const machines = Array.from({ length: count }, (_, number) => number)
  return (
    <div className={`${className} Machines`} aria-hidden="true">
      {machines.map((number) => (
        <i key={number} />
      ))}
    </div>
  )
}
