import { createHash } from 'node:crypto'
import type { AskedKey, ValidationAnswer, VerdictCode } from '#shared/licensing/answers.ts'
import { hintOfLicenceKey } from '#shared/licensing/licence-key.ts'
import { normaliseLicenceKey, readLicenceKey } from '#shared/licensing/pasted-key.ts'
import type { ValidationRequest } from '#shared/licensing/requests.ts'
import type { SignedVerdict } from '#shared/licensing/signed.ts'
import type { ActivationRow, LicenceRow } from '../../runtime/db/rows/licences.ts'
import { type Licensing, type Refused, refuse, refuseSigning } from './activate.ts'
import { viewCoverage } from './coverage.ts'
import { findShown } from './enrolments.ts'
import { findSigner } from './find-signer.ts'
import { signedTermsOf, signVerdict } from './licence-file.ts'
import { hintOfOldKey } from './old-keys.ts'
import { machinesOn, markSeen } from './seats.ts'

/** A malformed key gets no verdict. */
export async function validate(
  ctx: Licensing,
  { licenceKey, machineId, appVersion, nonce, signingKeys }: ValidationRequest,
): Promise<ValidationAnswer | Refused> {
  const { keyring, library } = ctx
  const { db } = ctx.database
  const now = ctx.clock()
  const { site, releases, pricing } = library.typed
  const signer = await findSigner(db, keyring, signingKeys)
  if (!signer) return refuseSigning(ctx)
  const signing = { signer, site, machineId, nonce, now }
  const shown = await findShown(db, licenceKey, keyring)
  const found = typeof shown === 'string' ? shown : shown.licence
  if (found === 'licence_key_malformed') return { refused: found }
  const key = normaliseLicenceKey(licenceKey)
  const asked = { licenceKey: key, key: nameKey(key) }
  if (typeof found === 'string') {
    const code = found === 'licence_key_replaced' ? found : 'licence_not_found'
    return verdict(code, { licence: null })
  }

  const machines = await machinesOn(db, found.id)
  const own = machines.find(({ machine_id }) => machine_id === machineId)
  if (own) await markSeen(db, own.id, appVersion, now)
  const code = judge(found, own)
  const licence = signedTermsOf(found, { pricing, now })
  return verdict(code, { licence, ...(code === 'version_not_covered' && wayOut(found)) })

  function judge(licence: LicenceRow, seat: ActivationRow | undefined): VerdictCode {
    const refused = refuse(licence, appVersion, { site, releases, now })
    if (refused && refused !== 'version_not_covered') return refused
    return seat ? (refused ?? 'valid') : 'machine_not_activated'
  }

  /** The licence's own terms say until when it has updates. */
  function wayOut(licence: LicenceRow) {
    const { updatesUntil: _, ...rest } = viewCoverage(licence, ctx)
    return rest
  }

  function verdict(code: VerdictCode, content: Pick<SignedVerdict, 'licence'>): ValidationAnswer {
    const said = { valid: code === 'valid', code, key: asked.key }
    const file = signVerdict({ ...said, ...content }, signing)
    return { licenceKey: asked.licenceKey, ...said, file, serverTime: now.toISOString() }
  }
}

/** Names the key, so a verdict on another key can't pass for one on this. @param key in its normal form */
function nameKey(key: string): AskedKey {
  const hint = readLicenceKey(key) ? hintOfLicenceKey(key) : hintOfOldKey(key)
  return { hint, sha256: createHash('sha256').update(key).digest('hex') }
}
