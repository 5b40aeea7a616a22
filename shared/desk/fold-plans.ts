import type { SoldPlan } from './overview-answers.ts'
import { saleKindWords } from './trend-answers.ts'

type ShownPlan = { name: string; sold: number; total: number }

/** One row for each plan that was sold, and for each kind of change to a licence. The largest total comes first. */
export function foldPlans(plans: readonly SoldPlan[]): ShownPlan[] {
  const byName = Map.groupBy(plans, ({ change, name }) => (change === null ? name : saleKindWords[change]))
  return [...byName]
    .map(([name, rows]) => ({
      name,
      sold: rows.reduce((sum, { licences }) => sum + licences, 0),
      total: rows.reduce((sum, { total }) => sum + total, 0),
    }))
    .toSorted((a, b) => b.total - a.total)
}
