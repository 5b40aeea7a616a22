import { formatDate } from '#shared/calendar/calendar.ts'
import { plural } from '#shared/desk/count-words.ts'
import type { Sales, Sold } from '#shared/desk/overview-answers.ts'
import { compareTotals, sumSales } from '#shared/desk/sum-sales.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { Columns } from '../plot/columns.tsx'
import { Plot } from '../plot/plot.tsx'
import { FactList } from '../ui/facts.tsx'
import { Rows } from '../ui/rows.tsx'
import { useCurrency, useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'
import { usePlotMoney } from './plot-money.ts'

/** Orders with an unpaid invoice. */
export const awaitingHref = deskRoutes.ordersLike({ status: 'pending', method: 'transfer' })

type Props = {
  days: NonNullable<Sold['sales']>
  before: Sales
  yearBefore: Sales
  unpaid: number
  cameIn: NonNullable<Sold['cameIn']>
}

/** Sales by day, with their sum and those of the periods before. */
export function Days({ days, ...beside }: Props) {
  const { calendarDay } = useWhen()
  const timeZone = useTimeZone()
  const currency = useCurrency()
  const exact = useMoney()
  const { unit, round } = usePlotMoney()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const { total, orders } = sumSales(days)
  const best = days.reduce((most, day) => (day.total > most.total ? day : most))
  return (
    <Plot
      id="sales-days"
      title={`Sales, ${days.length} days`}
      unit={`${unit}, by document, less refunds, ${timeZone.split('/').at(-1)?.replaceAll('_', ' ')}`}
      side={<Figures days={days} {...beside} />}
      foot={
        <details className="More">
          <summary>Show the {days.length} days as a table</summary>
          <Rows
            tight
            label="Sales by day"
            columns={{ Day: 'main', Orders: 'num', Sales: 'sum' }}
            rows={days.toReversed().map((each) => ({
              key: each.day,
              cells: [calendarDay(each.day), each.orders, exact(each.total)],
            }))}
          />
        </details>
      }
    >
      <Columns
        id="plot-days"
        title={`Sales by day, ${formatDate(first.day)} to ${formatDate(last.day)}`}
        finding={`${exact(total)} in ${plural(orders, 'order')}. The best day was ${exact(best.total)}, ${formatDate(best.day)}.`}
        unit={`${currency} a day`}
        columns={days.map(({ day, total: value }, index) => ({
          key: day,
          value,
          isNow: day === last.day,
          name: day === last.day ? both(`Today ${round(value)}`) : nameOf(index, calendarDay(day)),
          label: day === best.day ? both(`${round(value)}, ${calendarDay(day)}`) : {},
        }))}
        width={700}
        height={250}
        steps={3}
        format={round}
      />
    </Plot>
  )

  /** Names every seventh or fourteenth day, except those that would overlap the name of today. */
  function nameOf(index: number, name: string) {
    const isFarFromToday = (columns: number) => index < days.length - columns
    return {
      ...(index % 7 === 0 && isFarFromToday(3) && { wide: name }),
      ...(index % 14 === 0 && isFarFromToday(10) && { narrow: name }),
    }
  }
}

const both = (text: string) => ({ wide: text, narrow: text })

function Figures({ days, before, yearBefore, unpaid, cameIn }: Props) {
  const money = useMoney()
  const { total, orders, refunded } = sumSales(days)
  const [from, today] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const byCash = (first: string) => deskRoutes.booksOf({ from: first, to: today, basis: 'cash' })
  // Shown before refunds, but the linked books subtract them.
  const arrived = (since: string, sum: number) => (
    <>
      <a href={byCash(since)}>{money(sum)}</a> <small>before refunds</small>
    </>
  )
  const compared = (sales: Sales) => (
    <>
      {money(sales.total)} <small>{compareTotals(total, sales.total)}</small>
    </>
  )
  return (
    <FactList
      className="Figures Ruled"
      facts={{
        Sales: money(total),
        'of it unpaid': <a href={awaitingHref}>{money(unpaid)}</a>,
        'Came in today': arrived(today, cameIn.today),
        [`Came in, ${days.length} days`]: arrived(from, cameIn.days),
        Orders: String(orders),
        'An order, on average': money(orders === 0 ? 0 : Math.round((total + refunded) / orders)),
        'Refunded or cancelled': money(refunded),
        [`${days.length} days before`]: compared(before),
        'A year before': compared(yearBefore),
      }}
    />
  )
}
