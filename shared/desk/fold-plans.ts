import type { SoldPlan } from './overview-answers.ts'

const changes = {
  renewal: 'Renewals',
  upgrade: 'Upgrades',
  ahead: 'Updates paid ahead, for upgrades',
  seats: 'Extra machines',
}

type ShownPlan = { name: string; sold: number; total: number }

/** One row for each plan that was sold, and for each kind of change to a licence. The largest total comes first. */
export function foldPlans(plans: readonly SoldPlan[]): ShownPlan[] {
  const byName = Map.groupBy(plans, ({ change, name }) => (change === null ? name : changes[change]))
  return [...byName]
    .map(([name, rows]) => ({
      name,
      sold: rows.reduce((sum, { licences }) => sum + licences, 0),
      total: rows.reduce((sum, { total }) => sum + total, 0),
    }))
    .toSorted((a, b) => b.total - a.total)
}
