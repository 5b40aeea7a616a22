import type { ChangeRequest, LicenceAccess } from '#shared/licensing/changes.ts'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'
import type { KnownBuyer } from './draft.ts'

const key = 'renewal'

export type OrderedRenewal = { licence: LicenceAccess; change: ChangeRequest; customer: KnownBuyer }

/** The tab keeps the renewal that was ordered, as long as the draft. */
export function loadRenewal(): OrderedRenewal | null {
  return readStored('sessionStorage', key) as OrderedRenewal | null
}

export function saveRenewal(renewal: OrderedRenewal | null): void {
  writeStored('sessionStorage', key, renewal)
}
