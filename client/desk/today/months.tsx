import type { Sold } from '#shared/desk/overview-answers.ts'
import { sumSales } from '#shared/desk/sum-sales.ts'
import { Columns } from '../plot/columns.tsx'
import { Plot } from '../plot/plot.tsx'
import { monthName, shortMonth } from '../trends/months.ts'
import { Rows } from '../ui/rows.tsx'
import { useCurrency, useMoney } from '../ui/use-money.ts'
import { useTax } from '../ui/use-tax.ts'
import { awaitingHref } from './days.tsx'
import { usePlotMoney } from './plot-money.ts'

type Props = { months: NonNullable<Sold['months']>; unpaid: number }

/** If the best month reaches this many cents, the axis counts in thousands. */
const thousandsFrom = 200_000

/** Sales by month, up to the current one, with their table. */
export function Months({ months, unpaid }: Props) {
  const currency = useCurrency()
  const exact = useMoney()
  const { unit, round } = usePlotMoney()
  const [first, now] = [months[0], months.at(-1)]
  if (!first || !now) return null
  const sum = sumSales(months).total
  const before = months.reduce((total, month) => total + month.before, 0)
  const best = months.reduce((most, month) => (month.total > most.total ? month : most))
  const inThousands = best.total >= thousandsFrom
  const label = (cents: number) => (inThousands ? (cents / 100_000).toFixed(1) : round(cents))
  return (
    <Plot
      id="sales-months"
      title={`Sales, ${months.length} months`}
      unit={`${inThousands ? 'Thousands of ' : ''}${unit}, by document, less refunds. The lines are a year before.`}
      withTable
      side={<MonthTable months={months} />}
      foot={
        unpaid > 0 && (
          <p className="dim">
            Of it unpaid: <a href={awaitingHref}>{exact(unpaid)}</a>.
          </p>
        )
      }
    >
      <Columns
        id="plot-months"
        title={`Sales by month, ${monthName(first.month)} to ${monthName(now.month)}`}
        finding={`From ${exact(first.total)} in ${monthName(first.month)} to ${exact(now.total)} in ${monthName(now.month)} so far. The best month was ${monthName(best.month)} with ${exact(best.total)}. Together ${exact(sum)}, and ${exact(before)} in the ${months.length} months before.`}
        unit={inThousands ? `${currency}, thousands` : currency}
        columns={months.map(({ month, total: value, before }, index) => {
          const isNow = month === now.month
          const name = monthName(month).slice(0, 3)
          return {
            key: month,
            value,
            before,
            isNow,
            name: { wide: name, ...(index % 3 === 2 && { narrow: name }) },
            label:
              value === 0
                ? {}
                : { wide: label(value), ...((isNow || month === best.month) && { narrow: label(value) }) },
          }
        })}
        width={560}
        height={300}
        steps={2}
        format={(cents) => {
          if (!inThousands) return round(cents)
          return cents === 0 ? '0' : `${cents / 100_000}k`
        }}
      />
    </Plot>
  )
}

function MonthTable({ months }: Pick<Props, 'months'>) {
  const exact = useMoney()
  const tax = useTax()
  const hasTax = tax.isDue || months.some((month) => month.tax !== 0)
  const now = months.at(-1)?.month
  const sum = (member: 'tax' | 'total' | 'before') =>
    months.reduce((total, month) => total + month[member], 0)
  return (
    <Rows
      tight
      label="Sales by month"
      columns={{ Month: 'main', [tax.name]: hasTax && 'num opt', 'A year before': 'num', Sales: 'sum' }}
      rows={months.toReversed().map(({ month, tax, before, total }) => ({
        key: month,
        className: month === now ? 'is-now' : undefined,
        cells: [
          <span key="month">
            {shortMonth(month)} {month === now && <small>so far</small>}
          </span>,
          exact(tax),
          exact(before),
          exact(total),
        ],
      }))}
      sum={[`${months.length} months`, exact(sum('tax')), exact(sum('before')), exact(sum('total'))]}
    />
  )
}
