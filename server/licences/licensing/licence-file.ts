import { dayMs } from '#shared/calendar/calendar.ts'
import {
  type Signed,
  type SignedLicence,
  type SignedTerms,
  type SignedTrial,
  type SignedVerdict,
  signedFormat,
} from '#shared/licensing/signed.ts'
import type { Site } from '#shared/seller/site.ts'
import type { TypedContent } from '../../content/read-library.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Signer } from '../../runtime/keys/keyring.ts'
import { licensedTo } from './licences.ts'
import { rightsOf } from './rights.ts'

/** Recipient and purpose of a signed file. */
export type Signing = {
  signer: Signer
  site: Pick<Site, 'productId'>
  machineId: string
  nonce: string | undefined
  now: Date
}

/** @param isByHand a machine without a connection can't validate, so its file never expires */
export function signedTermsOf(
  licence: LicenceRow,
  { pricing, now, isByHand = false }: Pick<TypedContent, 'pricing'> & { now: Date; isByHand?: boolean },
): SignedTerms {
  const { id, sku, plan, seat_limit: seats, updates_until: updatesUntil } = licence
  const { entitlements, offlineDays } = rightsOf(licence, pricing)
  const validateBy =
    isByHand || offlineDays === null ? null : new Date(now.getTime() + offlineDays * dayMs).toISOString()
  return { id, sku, plan, seats, entitlements, updatesUntil, validateBy, licensedTo: licensedTo(licence) }
}

/** Members of each kind of file, besides those of every file. */
type Contents = {
  licence: Omit<SignedLicence, keyof Signed>
  verdict: Omit<SignedVerdict, keyof Signed>
  trial: Omit<SignedTrial, keyof Signed>
}

/** The kind is signed but not sent, so that one kind of file can't pass as another. */
export function signFile<Kind extends keyof Contents>(
  kind: Kind,
  content: Contents[Kind],
  { signer, site, machineId, nonce, now }: Signing,
): string {
  const enc = toBase64({
    format: signedFormat,
    audience: site.productId,
    kid: signer.kid,
    ...content,
    machine: { id: machineId },
    issuedAt: now.toISOString(),
    ...(nonce !== undefined && { nonce }),
  })
  const sig = signer.sign(`${kind}/${enc}`).toString('base64')
  const lines = toBase64({ enc, sig, alg: 'ed25519', kid: signer.kid }).match(/.{1,64}/g) ?? []
  return ['-----BEGIN LICENCE FILE-----', ...lines, '-----END LICENCE FILE-----', ''].join('\n')
}

function toBase64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}
