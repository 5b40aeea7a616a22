import type { ValidationAnswer, VerdictCode } from '#shared/licensing/answers.ts'
import type { ValidationRequest } from '#shared/licensing/requests.ts'
import type { ActivationRow, LicenceRow } from '../db/schema.ts'
import { type Licensing, type Refused, refuse } from './activate.ts'
import { contentOf, signVerdict } from './licence-file.ts'
import { findLicence, licenceInfo } from './licences.ts'
import { machinesOn, markSeen } from './seats.ts'

/** A signed verdict on whether a machine may run. A key that is none by its form gets no verdict. */
export async function validate(
  { database: { db }, keyring, clock, library }: Licensing,
  { licenceKey, machineId, appVersion, nonce }: ValidationRequest,
): Promise<ValidationAnswer | Refused> {
  const now = clock()
  const { site, releases } = library.typed
  const found = await findLicence(db, licenceKey, keyring)
  if (found === 'licence_key_malformed') return { refused: found }
  if (found === 'licence_not_found') return verdict(found, { licence: null, seats: null, updatesUntil: null })

  const machines = await machinesOn(db, found.id)
  const own = machines.find(({ machine_id }) => machine_id === machineId)
  if (own) await markSeen(db, own.id, appVersion, now)
  const info = licenceInfo(found, machines.length, site.product)
  return verdict(judge(found, own), contentOf(found, info))

  function judge(licence: LicenceRow, seat: ActivationRow | undefined): VerdictCode {
    const refused = refuse(licence, appVersion, { releases, now })
    if (refused && refused !== 'version_not_covered') return refused
    return seat ? (refused ?? 'valid') : 'machine_not_activated'
  }

  function verdict(code: VerdictCode, content: ReturnType<typeof contentOf>): ValidationAnswer {
    const valid = code === 'valid'
    const issuedAt = now.toISOString()
    const file = signVerdict({ valid, code, ...content, machineId, issuedAt, nonce: nonce ?? null }, keyring)
    return { valid, code, file, serverTime: issuedAt }
  }
}
