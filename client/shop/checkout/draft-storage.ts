import type { Renewal } from '../../site/framework/app-stores.ts'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'
import type { Draft } from './draft.ts'

const key = 'checkoutDraft'
const renewalKey = 'renewal'

/** The draft in the tab, kept until the order is paid or accepted. Members may be missing. */
export function loadDraft(): Record<string, unknown> {
  return (readStored('sessionStorage', key) ?? {}) as Record<string, unknown>
}

export function saveDraft(draft: Draft): void {
  writeStored('sessionStorage', key, draft)
}

/** The renewal in the tab, kept as long as the draft once its order was sent. */
export function loadRenewal(): Renewal | null {
  return readStored('sessionStorage', renewalKey) as Renewal | null
}

export function saveRenewal(renewal: Renewal | null): void {
  writeStored('sessionStorage', renewalKey, renewal)
}

/** Also deletes the renewal. */
export function clearDraft(): void {
  writeStored('sessionStorage', key, null)
  saveRenewal(null)
}
