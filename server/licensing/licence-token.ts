import { createHmac } from 'node:crypto'
import type { Secrets } from '../keys/data-secret.ts'
import { equalSecrets } from '../keys/equal-secrets.ts'

/** What the token of a mail lets its reader do. */
type Purpose = 'licence renewal' | 'reminder opt-out'

/** Names one licence for one purpose, so that a mail needs no whole key and no address: "lic_….…". */
export function licenceToken(purpose: Purpose, licenceId: string, secrets: Secrets): string {
  return `${licenceId}.${createHmac('sha256', secrets.of(purpose)).update(licenceId).digest('base64url')}`
}

/** @returns the licence's id; null for a token that we didn't make for this purpose */
export function readLicenceToken(purpose: Purpose, token: string, secrets: Secrets): string | null {
  const [, id] = /^(lic_\w{1,64})\.[\w-]{43}$/.exec(token) ?? []
  return id && equalSecrets(licenceToken(purpose, id, secrets), token) ? id : null
}
