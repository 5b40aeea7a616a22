import type { DeactivationAnswer, LookUpAnswer } from '#shared/licensing/answers.ts'
import { normaliseLicenceKey } from '#shared/licensing/pasted-key.ts'
import type { DeactivationRequest } from '#shared/licensing/requests.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Licensing, Refused } from './activate.ts'
import { findShown } from './enrolments.ts'
import { findLicence, licenceInfo, lockLicence, seatUsage } from './licences.ts'
import { findByReplacedKey } from './replaced-keys.ts'
import { machinesOn, releaseSeat, toActivation } from './seats.ts'

/**
 * Succeeds without a seat too, because the result is the same. A replaced key and a token give back the machine's own
 * seat alone.
 */
export async function deactivate(
  ctx: Licensing,
  { licenceKey, ...seated }: DeactivationRequest,
): Promise<DeactivationAnswer | Refused> {
  const { db } = ctx.database
  const key = normaliseLicenceKey(licenceKey)
  const found = await findShown(db, licenceKey, ctx.keyring)
  if (typeof found !== 'string') {
    const { licence, enrolment } = found
    if (enrolment && seated.activationId !== undefined) return { refused: 'licence_not_found' }
    return { licenceKey: key, ...(await giveBack(ctx, licence, seated)) }
  }
  const isOwn = found === 'licence_key_replaced' && seated.activationId === undefined
  const own = isOwn ? await findByReplacedKey(db, key, String(seated.machineId)) : undefined
  return own ? { licenceKey: key, ...(await giveBack(ctx, own, seated)) } : { refused: found }
}

/** Frees the seat, if the machine holds one. */
async function giveBack(
  ctx: Licensing,
  { id }: Pick<LicenceRow, 'id'>,
  seated: Pick<DeactivationRequest, 'machineId' | 'activationId'>,
): Promise<Pick<DeactivationAnswer, 'released' | 'seats'>> {
  const { db, engine } = ctx.database
  return db.transaction().execute(async (trx) => {
    const licence = await lockLicence(trx, id, engine)
    const { site, pricing } = ctx.library.typed
    const context = { site, pricing, ...momentOf(ctx) }
    const released = await releaseSeat(trx, licence, seated, context)
    return { released, seats: seatUsage(licence, (await machinesOn(trx, id)).length) }
  })
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
