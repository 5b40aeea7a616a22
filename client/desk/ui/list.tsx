import { Nothing, Older } from './older.tsx'
import { type Column, type RowOf, Rows } from './rows.tsx'
import { useWhen } from './when.tsx'

type Props = {
  label: string
  noun: string
  columns: readonly Column[]
  rows: readonly RowOf[]
  /** The rows' own, ISO 8601, newest first. */
  times: readonly string[]
  next: string | null
  /** Replaces an empty list. */
  none: string
}

/** Shows how far back its rows go and links to older ones. */
export function List({ label, noun, columns, rows, times, next, none }: Props) {
  const { day } = useWhen()
  const [newest, oldest] = [times[0], times.at(-1)]
  if (!newest || !oldest) return <Nothing>{none}</Nothing>
  return (
    <div>
      <Rows list label={label} columns={columns} rows={rows} />
      <Older
        shown={`${rows.length} shown, from ${day(newest)} back to ${day(oldest)}`}
        noun={noun}
        next={next}
      />
    </div>
  )
}
