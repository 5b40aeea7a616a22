import type { Trends } from '#shared/desk/trend-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Columns } from '../plot/columns.tsx'
import { Plot } from '../plot/plot.tsx'
import { usePlotMoney } from '../today/plot-money.ts'
import { Rows } from '../ui/rows.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useTax } from '../ui/use-tax.ts'
import { daysOfMonth, monthName, percentOf, shortMonth, spanOfMonths } from './months.ts'
import { TrendCsv } from './trend-csv.tsx'

type Months = Trends['months']

/** Each month links to its documents. */
export function Revenue({ months }: { months: Months }) {
  const exact = useMoney()
  const tax = useTax()
  const { unit, round } = usePlotMoney()
  const [first, now] = [months[0], months.at(-1)]
  if (!first || !now) return null
  const best = months.reduce((most, month) => (month.total > most.total ? month : most))
  const sum = (member: Exclude<keyof Months[number], 'month'>) =>
    months.reduce((total, month) => total + month[member], 0)
  const title = `Revenue, ${months.length} months`
  return (
    <Plot
      id="trend-revenue"
      title={title}
      unit={`${unit}, less refunds and cancelled invoices, by month of the document. Refunds in percent of the sums, disputes of the sales`}
      withTable
      foot={<TrendCsv table="months" months={months.length} title={title} />}
      side={
        <Rows
          tight
          label="Revenue by month"
          columns={{
            Month: 'main',
            Sales: 'num opt',
            Refunds: 'num',
            Disputes: 'num opt',
            [tax.name]: tax.isDue && 'num opt',
            Revenue: 'sum',
          }}
          rows={months.toReversed().map((month) => ({
            key: month.month,
            ...(month === now && { className: 'is-now' }),
            cells: [
              <a key="month" href={deskRoutes.booksOf(daysOfMonth(month.month))}>
                {shortMonth(month.month)}
              </a>,
              month.invoices,
              percentOf(month.refunded, month.invoiced),
              month.disputes === 0 ? (
                percentOf(0, month.invoices)
              ) : (
                <a
                  key="disputes"
                  href={deskRoutes.ordersLike({ dated: 'disputes', ...daysOfMonth(month.month) })}
                >
                  {percentOf(month.disputes, month.invoices)}
                </a>
              ),
              exact(month.tax),
              exact(month.total),
            ],
          }))}
          sum={[
            `${months.length} months`,
            sum('invoices'),
            percentOf(sum('refunded'), sum('invoiced')),
            <a key="disputes" href={deskRoutes.ordersLike({ dated: 'disputes', ...spanOfMonths(months) })}>
              {percentOf(sum('disputes'), sum('invoices'))}
            </a>,
            exact(sum('tax')),
            exact(sum('total')),
          ]}
        />
      }
    >
      <Columns
        id="plot-revenue"
        title={`Revenue by month, ${monthName(first.month)} to ${monthName(now.month)}`}
        finding={`From ${exact(first.total)} in ${monthName(first.month)} to ${exact(now.total)} in ${monthName(now.month)} so far. The best month was ${monthName(best.month)} with ${exact(best.total)}.`}
        unit={unit}
        columns={months.map(({ month, total }, index) => ({
          key: month,
          value: total,
          isNow: month === now.month,
          name:
            index % Math.ceil(months.length / 4) === Math.ceil(months.length / 4) - 1
              ? { wide: shortMonth(month).slice(0, 3), narrow: shortMonth(month).slice(0, 3) }
              : {},
          label: month === best.month && total > 0 ? { wide: round(total), narrow: round(total) } : {},
        }))}
        width={560}
        height={300}
        steps={2}
        format={round}
      />
    </Plot>
  )
}
