import type { DeactivationAnswer, LookUpAnswer } from '#shared/licensing/answers.ts'
import { normaliseLicenceKey } from '#shared/licensing/pasted-key.ts'
import type { DeactivationRequest } from '#shared/licensing/requests.ts'
import type { Licensing, Refused } from './activate.ts'
import { findLicence, licenceInfo, seatUsage } from './licences.ts'
import { machinesOn, releaseSeat, toActivation } from './seats.ts'

/** Succeeds without a seat too, because the result is the same. */
export async function deactivate(
  { database: { db }, keyring, clock }: Licensing,
  { licenceKey, ...seated }: DeactivationRequest,
): Promise<DeactivationAnswer | Refused> {
  const licence = await findLicence(db, licenceKey, keyring)
  if (typeof licence === 'string') return { refused: licence }
  const released = await releaseSeat(db, licence.id, seated, clock())
  const seats = seatUsage(licence, (await machinesOn(db, licence.id)).length)
  return { licenceKey: normaliseLicenceKey(licenceKey), released, seats }
}

export async function lookUp(
  { database: { db }, keyring, library }: Licensing,
  { licenceKey }: { licenceKey: string },
): Promise<LookUpAnswer | Refused> {
  const licence = await findLicence(db, licenceKey, keyring)
  if (typeof licence === 'string') return { refused: licence }
  const machines = await machinesOn(db, licence.id)
  return {
    licence: licenceInfo(licence, machines.length, library.typed),
    activations: machines.map(toActivation),
  }
}
