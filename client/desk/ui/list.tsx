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
  /** What a column sorts the list by, for those with such a sort. */
  sortedBy?: Readonly<Record<string, SortField>>
  rows: readonly RowOf[]
  /** Without them, the newest come first. */
  sorts?: readonly [Sort, ...Sort[]]
  /** The rows' own, ISO 8601, in their order. */
  times: readonly string[]
  next: string | null
  /** Replaces an empty list. */
  none: string
  /** The same, where a filter left nothing. */
  noneLike?: string
}

/** Shows how far its rows go and links to the next ones. */
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
