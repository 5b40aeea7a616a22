import { readStored, writeStored } from '../../site/framework/browser-storage.ts'
import type { Draft } from './draft.ts'
import { saveRenewal } from './ordered-renewal.ts'

const key = 'checkoutDraft'

/** The tab keeps the draft until the order is paid or accepted. Its members may be missing. */
export function loadDraft(): Record<string, unknown> {
  return (readStored('sessionStorage', key) ?? {}) as Record<string, unknown>
}

export function saveDraft(draft: Draft): void {
  writeStored('sessionStorage', key, draft)
}

/** Forgets the renewal with it. */
export function clearDraft(): void {
  writeStored('sessionStorage', key, null)
  saveRenewal(null)
}
