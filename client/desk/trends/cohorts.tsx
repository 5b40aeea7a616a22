import type { ReactNode } from 'react'
import type { TrendTable } from '#shared/desk/trend-answers.ts'
import { Columns } from '../plot/columns.tsx'
import { Plot } from '../plot/plot.tsx'
import { Nothing } from '../ui/older.tsx'
import { Rows } from '../ui/rows.tsx'
import { monthName, percentOf, shortMonth } from './months.ts'
import { TrendCsv } from './trend-csv.tsx'

/** `done` is a part of `some`, which is a part of `all`. */
type Row = { month: string; all?: number; some: number; done: number }

type Props = {
  table: TrendTable
  title: string
  unit: string
  months: number
  names: { all?: string; some: string; done: string }
  rows: readonly Row[]
  /** The address of a month's list; undefined if there is no list. */
  listOf?: ((month: string) => string) | undefined
  /** Explains how the first one comes about. */
  none: string
}

/** The share of each month's cohort that has reached its goal, such as a renewal. */
export function Cohorts({ table, title, unit, months, names, rows, listOf, none }: Props) {
  const sum = (member: 'all' | 'some' | 'done') => rows.reduce((total, row) => total + (row[member] ?? 0), 0)
  const share = percentOf(sum('done'), sum('some'))
  const cellsOf = (name: ReactNode, { all, some, done }: Omit<Row, 'month'>) => [
    name,
    all,
    some,
    done,
    percentOf(done, some),
  ]
  const heading = {
    id: `trend-${table}`,
    title,
    unit,
    foot: <TrendCsv table={table} months={months} title={title} />,
  }
  if (sum('all') + sum('some') === 0) return <Plot {...heading} side={<Nothing>{none}</Nothing>} />
  return (
    <Plot
      {...heading}
      withTable
      side={
        <Rows
          tight
          label={title}
          columns={{
            Month: 'main',
            [names.all ?? '']: names.all !== undefined && 'num opt',
            [names.some]: 'num',
            [names.done]: 'num',
            Share: 'sum',
          }}
          rows={rows.toReversed().map(({ month, ...row }) => ({
            key: month,
            cells: cellsOf(
              listOf ? (
                <a key="month" href={listOf(month)}>
                  {shortMonth(month)}
                </a>
              ) : (
                shortMonth(month)
              ),
              row,
            ),
          }))}
          sum={cellsOf(`${months} months`, { all: sum('all'), some: sum('some'), done: sum('done') })}
        />
      }
    >
      <Columns
        id={`plot-${table}`}
        title={title}
        finding={`${names.done}: ${sum('done')} of ${sum('some')}, ${share}. ${rows.map(({ month, some, done }) => `${monthName(month)}: ${done} of ${some}`).join('. ')}`}
        unit={names.done}
        columns={rows.map(({ month, done }, index) => ({
          key: month,
          value: done,
          name: index % Math.ceil(rows.length / 4) === 0 ? { wide: shortMonth(month).slice(0, 3) } : {},
          label: done > 0 ? { wide: String(done) } : {},
        }))}
        width={560}
        height={220}
        steps={2}
        format={String}
      />
    </Plot>
  )
}
