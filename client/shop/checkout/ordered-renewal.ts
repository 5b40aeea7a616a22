import type { Renewal } from '../../site/framework/app-stores.ts'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'

const key = 'renewal'

/** The tab keeps a renewal whose order was sent, as long as the draft. */
export function loadRenewal(): Renewal | null {
  return readStored('sessionStorage', key) as Renewal | null
}

export function saveRenewal(renewal: Renewal | null): void {
  writeStored('sessionStorage', key, renewal)
}
