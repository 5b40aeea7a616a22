import type { Sold } from '#shared/desk/overview-answers.ts'
import { formatMoney } from '#shared/money.ts'
import { Bars } from '../plot/bars.tsx'
import { Plot } from '../plot/plot.tsx'
import { Rows } from '../ui/rows.tsx'
import { foldPlans } from './fold-plans.ts'
import { type MoneyWords, roundMoney, withTax } from './money.ts'

type Props = { plans: NonNullable<Sold['plans']>; money: MoneyWords }

/** What was sold in twelve months, the best first. */
export function Plans({ plans, money }: Props) {
  const { currency } = money
  const exact = (cents: number) => formatMoney(cents, currency)
  const shown = foldPlans(plans)
  return (
    <Plot
      id="sales-plans"
      title="By plan, 12 months"
      unit={withTax(money)}
      side={
        <Rows
          tight
          label="Sales by plan"
          columns={[
            { label: 'Plan', kind: 'main' },
            { label: 'Sold', kind: 'num' },
            { label: 'Sales', kind: 'sum' },
          ]}
          rows={shown.map(({ name, sold, total }) => ({ key: name, cells: [name, sold, exact(total)] }))}
        />
      }
    >
      <Bars
        id="plot-plans"
        title="Sales by plan, 12 months"
        finding={shown.map(({ name, total }) => `${name}: ${exact(total)}`).join('. ')}
        bars={shown.map(({ name, total }, index) => ({
          key: name,
          name,
          value: total,
          text: roundMoney(total, currency),
          isNow: index === 0,
        }))}
      />
    </Plot>
  )
}
