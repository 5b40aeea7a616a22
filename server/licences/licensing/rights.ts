import type { Pricing } from '#shared/pricing/pricing.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'

/** Differences of a licence from its plan. They stay when the plan changes or is upgraded. */
type EntitlementChange = { added: string[]; removed: string[] }

type Rights = {
  /** Sorted, without duplicates. */
  entitlements: string[]
  /** Days for which a file works offline; null for ever. */
  offlineDays: number | null
}

export type Plans = Pick<Pricing, 'products' | 'discontinued'>

/** Current rights of the plan, adjusted by this licence's own settings. */
export function rightsOf(
  { sku, entitlements, offline_days }: Pick<LicenceRow, 'sku' | 'entitlements' | 'offline_days'>,
  pricing: Plans,
): Rights {
  const plan = findPlan(sku, pricing)
  const { added, removed } = JSON.parse(entitlements ?? '{"added":[],"removed":[]}') as EntitlementChange
  const all = new Set([...(plan?.entitlements ?? []), ...added])
  return {
    entitlements: without([...all], removed),
    offlineDays: (offline_days ?? plan?.offlineDays) || null,
  }
}

/** Settings of a single licence, made by people and programs. */
export type LicenceDetails = {
  entitlements?: readonly string[] | undefined
  /** 0 for files that never expire. */
  offlineDays?: number | undefined
  externalId?: string | undefined
  metadata?: Record<string, string> | undefined
}

/** Columns of the given details. Values equal to the plan's keep following the plan. */
export function detailColumns(
  sku: string,
  { entitlements, offlineDays, externalId, metadata }: LicenceDetails,
  pricing: Plans,
): Partial<Pick<LicenceRow, 'entitlements' | 'offline_days' | 'external_id' | 'metadata'>> {
  const ofPlan = findPlan(sku, pricing)?.offlineDays ?? 0
  return {
    ...(entitlements && { entitlements: entitlementColumn(sku, entitlements, pricing) }),
    ...(offlineDays !== undefined && { offline_days: offlineDays === ofPlan ? null : offlineDays }),
    ...(externalId !== undefined && { external_id: externalId || null }),
    ...(metadata && { metadata: JSON.stringify(metadata) }),
  }
}

export function viewDetails(
  licence: Pick<LicenceRow, 'sku' | 'entitlements' | 'offline_days' | 'external_id' | 'metadata'>,
  pricing: Plans,
) {
  const metadata = JSON.parse(licence.metadata) as Record<string, string>
  return { ...rightsOf(licence, pricing), externalId: licence.external_id, metadata }
}

function entitlementColumn(sku: string, wanted: readonly string[], pricing: Plans): string | null {
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

function findPlan(sku: string, { products, discontinued = [] }: Plans) {
  return [...products, ...discontinued].find((plan) => plan.sku === sku)
}
