import type { TrendTable } from '#shared/desk/trend-answers.ts'
import { Bars } from '../plot/bars.tsx'
import { Plot } from '../plot/plot.tsx'
import { usePlotMoney } from '../today/plot-money.ts'
import { Rows } from '../ui/rows.tsx'
import { useMoney } from '../ui/use-money.ts'
import { percentOf } from './months.ts'
import { TrendCsv } from './trend-csv.tsx'

type Part = {
  key: string
  name: string
  total: number
  /** Opens its orders. */
  href: string
}
type Props = {
  table: TrendTable
  title: string
  label: string
  /** What the parts count, if their names don’t say it. */
  counts?: string
  months: number
  parts: readonly Part[]
}

/** More bars would be too short to read; the table lists all parts. */
const mostBars = 8

export function Shares({ table, title, label, counts, months, parts }: Props) {
  const exact = useMoney()
  const { unit, round } = usePlotMoney()
  const sum = parts.reduce((total, part) => total + part.total, 0)
  const drawn = parts.slice(0, mostBars).filter(({ total }) => total > 0)
  return (
    <Plot
      id={`trend-${table}`}
      title={title}
      unit={[
        `${unit}, less refunds, ${months} months`,
        counts,
        'A name leads to the orders of these invoices and notes',
      ]
        .filter(Boolean)
        .join('. ')}
      foot={<TrendCsv table={table} months={months} title={title} />}
      side={
        <Rows
          tight
          label={title}
          columns={{ [label]: 'main', Share: 'num', Revenue: 'sum' }}
          rows={parts.map(({ key, name, total, href }) => ({
            key,
            cells: [
              <a key="name" href={href}>
                {name}
              </a>,
              percentOf(total, sum),
              exact(total),
            ],
          }))}
          sum={['Together', '', exact(sum)]}
        />
      }
    >
      <Bars
        id={`plot-${table}`}
        title={title}
        finding={drawn.map(({ name, total }) => `${name}: ${exact(total)}`).join('. ')}
        bars={drawn.map(({ key, name, total }, index) => ({
          key,
          name,
          value: total,
          text: round(total),
          isNow: index === 0,
        }))}
      />
    </Plot>
  )
}
