import type { DeactivationAnswer, FileDeactivationAnswer, LookUpAnswer } from '#shared/licensing/answers.ts'
import { normaliseLicenceKey } from '#shared/licensing/pasted-key.ts'
import type { DeactivationRequest, FileDeactivationRequest } from '#shared/licensing/requests.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Licensing } from './activate.ts'
import { readSigned, type Trust } from './clients/client.ts'
import { findShown } from './enrolments.ts'
import { findLicence, licenceInfo, lockLicence, seatUsage } from './licences.ts'
import { publicKeys } from './public-keys.ts'
import type { Refused } from './refusals.ts'
import { findByReplacedKey } from './replaced-keys.ts'
import { machinesOn, releaseSeat, type Seated, toActivation } from './seats.ts'

/**
 * Also succeeds without a seat, because the result is the same. Replaced keys and tokens release only the
 * machine's own seat.
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

/**
 * Deactivates a machine by its licence file, which proves that it holds the seat. The file covers only its
 * own seat, until the licence moves to another address.
 */
export async function deactivateByFile(
  ctx: Licensing,
  { machine, file }: FileDeactivationRequest,
): Promise<FileDeactivationAnswer | Refused> {
  const { db } = ctx.database
  const machineId = machine.id
  const proof = await readProof(ctx, machineId, file)
  if (!proof) return { refused: 'licence_file_invalid' }
  return db.transaction().execute(async (trx) => {
    const licence = await lockLicence(trx, proof.licenceId)
    const seat = (await machinesOn(trx, licence.id)).find(({ machine_id }) => machine_id === machineId)
    const provenFrom = [seat?.activated_at ?? '', licence.moved_at ?? '']
    if (seat && provenFrom.some((since) => proof.issuedAt < since)) {
      return { refused: 'licence_file_outdated' as const }
    }
    return { machineId, ...(await freeSeat(trx, ctx, licence, { machineId })) }
  })
}

/**
 * Verifies the file as applications do, by every key that isn't retired.
 * @returns null for a file that we didn't sign
 */
async function readProof(
  { database: { db }, library }: Licensing,
  machineId: string,
  file: string,
): Promise<{ licenceId: string; issuedAt: string } | null> {
  const signed = readGenuine(file, machineId, {
    audience: library.typed.site.productId,
    keys: await publicKeys(db),
  })
  if (!signed?.licence) return null
  const { id } = signed.licence
  const known = await db.selectFrom('licences').select('id').where('id', '=', id).executeTakeFirst()
  return known ? { licenceId: id, issuedAt: signed.issuedAt } : null
}

function readGenuine(file: string, machineId: string, trust: Trust) {
  try {
    // A file overdue for validation is still genuine, so times aren't checked.
    return readSigned('licence', file, { machineId, now: '' }, trust)
  } catch {
    return null
  }
}

function giveBack(ctx: Licensing, { id }: Pick<LicenceRow, 'id'>, seated: Seated) {
  return ctx.database.db
    .transaction()
    .execute(async (trx) => freeSeat(trx, ctx, await lockLicence(trx, id), seated))
}

/** Releases the machine's seat, if it has one. @param licence locked */
async function freeSeat(
  trx: Trx,
  ctx: Licensing,
  licence: LicenceRow,
  seated: Partial<Seated>,
): Promise<Pick<DeactivationAnswer, 'released' | 'seats'>> {
  const { site, pricing } = ctx.library.typed
  const context = { site, pricing, ...momentOf(ctx) }
  const released = await releaseSeat(trx, licence, seated, context)
  return { released, seats: seatUsage(licence, (await machinesOn(trx, licence.id)).length) }
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
