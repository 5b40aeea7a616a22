import type { Sold } from '#shared/desk/overview-answers.ts'
import { foldPlans } from '#shared/desk/sum-sales.ts'
import { Bars } from '../plot/bars.tsx'
import { Plot } from '../plot/plot.tsx'
import { Rows } from '../ui/rows.tsx'
import { useMoney } from '../ui/use-money.ts'
import { usePlotMoney } from './plot-money.ts'

/** Plans sold in twelve months, best-selling first. */
export function Plans({ plans }: { plans: NonNullable<Sold['plans']> }) {
  const exact = useMoney()
  const { unit, round } = usePlotMoney()
  const shown = foldPlans(plans)
  const sum = (member: 'sold' | 'total') => shown.reduce((all, plan) => all + plan[member], 0)
  return (
    <Plot
      id="sales-plans"
      title="By plan, 12 months"
      unit={`${unit}, by document, less refunds. A plan’s row is its new licences alone`}
      side={
        <Rows
          tight
          label="Sales by plan"
          columns={{ Plan: 'main', Sold: 'num', Sales: 'sum' }}
          rows={shown.map(({ name, sold, total }) => ({ key: name, cells: [name, sold, exact(total)] }))}
          sum={['12 months', sum('sold'), exact(sum('total'))]}
        />
      }
    >
      <Bars
        id="plot-plans"
        title="Sales by plan, 12 months"
        finding={shown.map(({ name, total }) => `${name}: ${exact(total)}`).join('. ')}
        bars={shown
          .filter(({ total }) => total > 0)
          .map(({ name, total }, index) => ({
            key: name,
            name,
            value: total,
            text: round(total),
            isNow: index === 0,
          }))}
      />
    </Plot>
  )
}
