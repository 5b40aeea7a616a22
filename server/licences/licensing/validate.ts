import { createHash } from 'node:crypto'
import type { AskedKey, ValidationAnswer, VerdictCode } from '#shared/licensing/answers.ts'
import { hintOfLicenceKey } from '#shared/licensing/licence-key.ts'
import { normaliseLicenceKey, readLicenceKey } from '#shared/licensing/pasted-key.ts'
import type { ValidationRequest } from '#shared/licensing/requests.ts'
import type { SignedVerdict } from '#shared/licensing/signed.ts'
import { type Licensing, refuse, refuseSigning } from './activate.ts'
import { findShown } from './enrolments.ts'
import { signedTermsOf, signFile } from './licence-file.ts'
import { hintOfOldKey } from './old-keys.ts'
import { findSigner } from './public-keys.ts'
import type { Refused } from './refusals.ts'
import { machinesOn, markSeen } from './seats.ts'
import { viewCoverage } from './version-coverage.ts'

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
  const found = await findShown(db, licenceKey, keyring)
  if (found === 'licence_key_malformed') return { refused: found }
  if (typeof found === 'string') return verdict(found, { licence: null })

  const { licence: row } = found
  const own = (await machinesOn(db, row.id)).find(({ machine_id }) => machine_id === machineId)
  if (own) await markSeen(db, own.id, appVersion, now)
  const refused = refuse(row, appVersion, { site, releases, now })
  const licence = signedTermsOf(row, { pricing, now })
  if (refused && refused !== 'version_not_covered') return verdict(refused, { licence })
  if (!own) return verdict('machine_not_activated', { licence })
  if (!refused) return verdict('valid', { licence })
  // The licence's own terms contain the end of its updates.
  const { updatesUntil: _, ...coverage } = viewCoverage(row, ctx)
  return verdict(refused, { licence, ...coverage })

  function verdict(code: VerdictCode, content: Pick<SignedVerdict, 'licence'>): ValidationAnswer {
    const key = normaliseLicenceKey(licenceKey)
    const said = { valid: code === 'valid', code, key: nameKey(key) }
    const file = signFile('verdict', { ...said, ...content }, signing)
    return { licenceKey: key, ...said, file, serverTime: now.toISOString() }
  }
}

/** Identifies the key, so that a verdict on another key can't pass for it. @param key normalised */
function nameKey(key: string): AskedKey {
  const hint = readLicenceKey(key) ? hintOfLicenceKey(key) : hintOfOldKey(key)
  return { hint, sha256: createHash('sha256').update(key).digest('hex') }
}
