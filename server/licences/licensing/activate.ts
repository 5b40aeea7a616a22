import { dayIn } from '#shared/calendar/calendar.ts'
import type { ActivationAnswer } from '#shared/licensing/answers.ts'
import { normaliseLicenceKey } from '#shared/licensing/pasted-key.ts'
import type { ActivationRequest } from '#shared/licensing/requests.ts'
import { updatesOf } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import type { TypedContent } from '../../content/read-library.ts'
import type { Clock, Data, Keys, Seller } from '../../context.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { momentOf } from '../../runtime/moment.ts'
import { findShown, refuseEnrolment } from './enrolments.ts'
import { signedTermsOf, signFile } from './licence-file.ts'
import { enqueueActivationCreated } from './licence-webhooks.ts'
import { licenceInfo, lockLicence } from './licences.ts'
import { findTooManyMoves, notifyOwnerOfMoves } from './machine-moves.ts'
import { findSigner } from './public-keys.ts'
import type { Refused } from './refusals.ts'
import { carrySeat, machinesOn, takeSeat, toActivation } from './seats.ts'
import { keepUpdateToken } from './update-access.ts'
import { coversVersion, viewCoverage } from './version-coverage.ts'

export type Licensing = Data & Keys & Clock & Seller

/**
 * A machine keeps its seat when it activates again.
 * @param by `isByHand`: a file carries the answer to the machine
 */
export async function activate(
  ctx: Licensing,
  { licenceKey, machine, appVersion, nonce, signingKeys }: ActivationRequest,
  { isByHand = false }: { isByHand?: boolean } = {},
): Promise<ActivationAnswer | Refused> {
  const { keyring, library } = ctx
  const { db } = ctx.database
  const moment = momentOf(ctx)
  const { now } = moment
  const { site, releases, pricing } = library.typed
  // Checked before a seat is taken, which would be wasted on an application that can't verify the answer.
  const signer = await findSigner(db, keyring, signingKeys)
  if (!signer) return refuseSigning(ctx)
  const found = await findShown(db, licenceKey, keyring)
  if (typeof found === 'string') return { refused: found }

  return db.transaction().execute(async (trx) => {
    const secrets = await keyring.holdSecrets(trx)
    const { enrolment } = found
    const licence = await lockLicence(trx, found.licence.id)
    const refused = refuse(licence, appVersion, { site, releases, now })
    if (refused === 'version_not_covered') return { refused, coverage: viewCoverage(licence, ctx) }
    if (refused) return { refused }
    await carrySeat(trx, licence.id, machine, enrolment)
    const ended = enrolment && (await refuseEnrolment(trx, enrolment, machine.id, { site, now }))
    if (ended) return { refused: ended }
    const moves = await findTooManyMoves(trx, licence, machine.id, { site, now })
    if (moves) {
      await notifyOwnerOfMoves(trx, licence, moves, { site, ...moment })
      return { refused: 'too_many_moves' as const, until: moves.until }
    }
    const seat = await takeSeat(trx, licence, { machine, appVersion, enrolmentId: enrolment?.id }, moment)
    const machines = await machinesOn(trx, licence.id)
    if (!seat) {
      // A token doesn't show or release other machines.
      const activations = enrolment ? [] : machines.map(toActivation)
      return { refused: 'seat_limit_reached' as const, activations }
    }

    if (seat.created) {
      await enqueueActivationCreated(trx, seat.activation, licence, { site, pricing, ...moment })
    }
    const info = licenceInfo(licence, machines.length, { site, pricing })
    const activation = { ...toActivation(seat.activation), machineId: machine.id }
    const file = signFile(
      'licence',
      { licence: signedTermsOf(licence, { pricing, now, isByHand }) },
      { signer, site, machineId: machine.id, nonce, now },
    )
    const serverTime = now.toISOString()
    const key = normaliseLicenceKey(licenceKey)
    const updatesUrl = ctx.config.siteUrl + updatesOf(await keepUpdateToken(trx, seat.activation, secrets))
    return { licenceKey: key, created: seat.created, activation, licence: info, file, updatesUrl, serverTime }
  })
}

export function refuseSigning({ config }: Pick<Licensing, 'config'>): Refused {
  return { refused: 'signing_key_unknown', downloadUrl: config.siteUrl + routes.downloads }
}

/** Null if the version may run. */
export function refuse(
  licence: LicenceRow,
  appVersion: string | undefined,
  { site, releases, now }: Pick<TypedContent, 'site' | 'releases'> & { now: Date },
): 'licence_suspended' | 'licence_revoked' | 'version_not_covered' | null {
  if (licence.status !== 'active') return `licence_${licence.status}`
  const { timeZone } = site.company
  const days = { until: dayIn(timeZone, licence.updates_until), today: dayIn(timeZone, now) }
  const covered = !appVersion || coversVersion(days, appVersion, releases)
  return covered ? null : 'version_not_covered'
}
