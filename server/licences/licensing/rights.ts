import type { Pricing } from '#shared/pricing/pricing.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'

/** How a licence differs from its plan. The difference stays when the plan changes or is upgraded. */
type EntitlementChange = { added: string[]; removed: string[] }

export type Rights = {
  /** Sorted, each once. */
  entitlements: string[]
  /** Null if a file holds for good. */
  offlineDays: number | null
}

/** What its plan gives today, with what was set for this licence alone. */
export function rightsOf(
  { sku, entitlements, offline_days }: Pick<LicenceRow, 'sku' | 'entitlements' | 'offline_days'>,
  pricing: Pick<Pricing, 'products' | 'discontinued'>,
): Rights {
  const plan = findPlan(sku, pricing)
  const { added, removed } = JSON.parse(entitlements ?? '{"added":[],"removed":[]}') as EntitlementChange
  const all = new Set([...(plan?.entitlements ?? []), ...added])
  return {
    entitlements: without([...all], removed),
    offlineDays: (offline_days ?? plan?.offlineDays) || null,
  }
}

/** @param wanted what the licence shall have; null for what its plan has @returns the column `entitlements` */
export function entitlementColumn(
  sku: string,
  wanted: readonly string[] | null,
  pricing: Pick<Pricing, 'products' | 'discontinued'>,
): string | null {
  if (wanted === null) return null
  const ofPlan = findPlan(sku, pricing)?.entitlements ?? []
  const change: EntitlementChange = {
    added: without([...new Set(wanted)], ofPlan),
    removed: without(ofPlan, wanted),
  }
  return change.added.length + change.removed.length === 0 ? null : JSON.stringify(change)
}

function without(all: readonly string[], some: readonly string[]): string[] {
  return all.filter((each) => !some.includes(each)).sort()
}

function findPlan(sku: string, { products, discontinued = [] }: Pick<Pricing, 'products' | 'discontinued'>) {
  return [...products, ...discontinued].find((plan) => plan.sku === sku)
}
