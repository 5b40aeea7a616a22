import type { Sales, SoldPlan } from './overview-answers.ts'
import { saleKindWords } from './trend-answers.ts'

export function sumSales(parts: readonly Sales[]): Sales {
  const sum = (member: keyof Sales) => parts.reduce((total, part) => total + part[member], 0)
  return { orders: sum('orders'), total: sum('total'), refunded: sum('refunded'), tax: sum('tax') }
}

/** 148, 100 → "48% more now"; empty unless `before` is positive */
export function compareTotals(now: number, before: number): string {
  if (before <= 0) return ''
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return 'as much now'
  return percent > 0 ? `${percent}% more now` : `${-percent}% less now`
}

/** One row for each plan sold, and for each kind of change to a licence. Largest total first. */
export function foldPlans(plans: readonly SoldPlan[]): { name: string; sold: number; total: number }[] {
  const byName = Map.groupBy(plans, ({ change, name }) => (change === null ? name : saleKindWords[change]))
  return [...byName]
    .map(([name, rows]) => ({
      name,
      sold: rows.reduce((sum, { licences }) => sum + licences, 0),
      total: rows.reduce((sum, { total }) => sum + total, 0),
    }))
    .toSorted((a, b) => b.total - a.total)
}
