import { useSearchParams } from 'react-router'
import type { Sort, SortField } from '#shared/desk/sorts.ts'
import { isFiltered } from './list-filter.tsx'
import { Nothing, Older } from './older.tsx'
import { type Columns, type RowOf, Rows } from './rows.tsx'
import { useSort } from './use-sort.ts'
import { useWhen } from './when.tsx'

type Props = {
  label: string
  noun: string
  columns: Columns
  /** The sort field of each sortable column. */
  sortedBy?: Readonly<Record<string, SortField>>
  rows: readonly RowOf[]
  /** Defaults to newest first. */
  sorts?: readonly [Sort, ...Sort[]]
  /** The rows' times, ISO 8601, in the rows' order. */
  times: readonly string[]
  next: string | null
  /** Shown if the list is empty. */
  none: string
  /** Shown instead if a filter leaves no rows. */
  noneLike?: string
}

/** A table with the span of its rows, and a link to the next ones. */
export function List({
  label,
  noun,
  columns,
  sortedBy = {},
  rows,
  sorts = ['-createdAt'],
  times,
  next,
  none,
  noneLike,
}: Props) {
  const [query] = useSearchParams()
  const { day } = useWhen()
  const { order, linkOf } = useSort(sorts)
  const [first, last] = [times[0], times.at(-1)]
  if (!first || !last) return <Nothing>{isFiltered(query) ? (noneLike ?? none) : none}</Nothing>
  const shown = `${rows.length} shown`
  const isOneDay = day(first) === day(last)
  const span = (to: string) =>
    isOneDay ? `${shown}, of ${day(first)}` : `${shown}, from ${day(first)} ${to} ${day(last)}`
  const ends = {
    newest: { shown: span('back to'), which: 'Older' },
    oldest: { shown: span('to'), which: 'Newer' },
    other: { shown, which: 'More' },
  } as const
  return (
    <div>
      <Rows
        list
        label={label}
        columns={columns}
        sorts={Object.fromEntries(Object.entries(sortedBy).map(([name, field]) => [name, linkOf(field)]))}
        rows={rows}
      />
      <Older {...ends[order]} noun={noun} next={next} />
    </div>
  )
}
