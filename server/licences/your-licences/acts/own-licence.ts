import type { Day } from '#shared/calendar/calendar.ts'
import type { OwnEnrolment } from '#shared/licensing/answers.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import type { ShopContext } from '../../../context.ts'
import { enqueueMail } from '../../../messages/mail/outbox.ts'
import { recordAudit } from '../../../runtime/audit.ts'
import type { Db, Trx } from '../../../runtime/db/database.ts'
import type { EnrolmentRow, LicenceRow } from '../../../runtime/db/rows/licences.ts'
import { isId } from '../../../runtime/ids.ts'
import { type Moment, momentOf } from '../../../runtime/moment.ts'
import { AppError } from '../../../web/http/errors.ts'
import { type Acting, requireActive } from '../../licensing/acts.ts'
import {
  endEnrolments,
  enrolmentNotFound,
  makeEnrolment,
  viewOwnEnrolment,
} from '../../licensing/enrolments.ts'
import { enqueueLicenceChanged } from '../../licensing/licence-webhooks.ts'
import { lockLicence, seatUsage } from '../../licensing/licences.ts'
import { replaceKeyOf } from '../../licensing/replace-key.ts'
import { machinesOn, releaseSeat, toActivation } from '../../licensing/seats.ts'
import { findOwnLicence } from '../owned.ts'

/** Locks the licence until the act commits. @throws AppError 404 `licence_not_found`, also for somebody else's licence */
export async function withOwnLicence<Result>(
  ctx: ShopContext,
  email: string,
  id: string,
  act: (acting: Acting) => Promise<Result>,
): Promise<Result> {
  const { db } = ctx.database
  const { site, pricing } = ctx.library.typed
  const context = { site, pricing, ...momentOf(ctx) }
  if (!(await findOwnLicence(db, email, id))) throw licenceNotFound()
  const result = await db.transaction().execute(async (trx) => {
    const secrets = await ctx.keyring.holdSecrets(trx)
    await lockLicence(trx, id)
    // The licence may have moved before the lock.
    const licence = await findOwnLicence(trx, email, id)
    if (!licence) throw licenceNotFound()
    const done = await act({ trx, licence, secrets, context })
    await enqueueLicenceChanged(trx, licence, await lockLicence(trx, id), context)
    return done
  })
  ctx.outbox.nudge()
  return result
}

function licenceNotFound(): AppError {
  return new AppError(404, 'licence_not_found', 'There is no such licence here.')
}

/** Frees a seat, which stays free. @throws AppError 404 `licence_not_found`, `activation_not_found` */
export function release(
  ctx: ShopContext,
  email: string,
  id: string,
  activationId: string,
): Promise<{ seats: LicenceInfo['seats'] }> {
  return withOwnLicence(ctx, email, id, async ({ trx, licence, context }) => {
    const machine = await findMachine(trx, id, activationId)
    if (!machine) throw new AppError(404, 'activation_not_found', 'There is no such machine here.')
    if (await releaseSeat(trx, licence, { activationId }, context)) {
      const name = toActivation(machine).machineName
      await recordAudit(
        trx,
        { who: 'customer', act: 'licence.machine_released', subject: id, before: { activationId, name } },
        context,
      )
      const mail = {
        kind: 'machine_released',
        dedupeKey: `licence:${id}:released:${activationId}`,
        recipient: licence.email,
        params: { licenceId: id, machine: name },
      } as const
      await enqueueMail(trx, mail, context)
    }
    return { seats: seatUsage(licence, (await machinesOn(trx, id)).length) }
  })
}

async function findMachine(db: Db, licenceId: string, activationId: string) {
  if (!isId(activationId)) return undefined
  return db
    .selectFrom('activations')
    .selectAll()
    .where('licence_id', '=', licenceId)
    .where('id', '=', activationId)
    .executeTakeFirst()
}

/**
 * Machines keep their seats, and the old key stops working.
 * @throws AppError 404 `licence_not_found`, 403 if it isn't active, 429 `key_replaced_today`
 */
export function replaceKey(
  ctx: ShopContext,
  email: string,
  id: string,
): Promise<{ key: string; keyHint: string }> {
  return withOwnLicence(ctx, email, id, async ({ trx, licence, secrets, context }) => {
    requireActive(licence)
    const made = await replaceKeyOf(trx, licence, { secrets, ...context })
    const change = { before: { keyHint: licence.key_hint }, after: { keyHint: made.keyHint } }
    await recordAudit(trx, { who: 'customer', act: 'licence.key_replaced', subject: id, ...change }, context)
    return made
  })
}

const who = 'customer'

/**
 * @throws AppError 404 `licence_not_found`, 403 for a suspended or revoked licence, 422 for a day in the past
 */
export function enrol(
  ctx: ShopContext,
  email: string,
  id: string,
  wanted: { seats: number; lastDay: Day },
): Promise<OwnEnrolment> {
  return withOwnLicence(ctx, email, id, async ({ trx, licence, secrets, context }) => {
    requireActive(licence)
    const made = await makeEnrolment(trx, licence, wanted, { secrets, who, ...context })
    const after = { ...wanted, token: made.token_hint }
    await recordAudit(trx, { who, act: 'licence.enrolment_made', subject: id, after }, context)
    await mailOwner(trx, licence, { kind: 'enrolment_made', enrolment: made }, context)
    return viewOwnEnrolment({ ...made, used: 0 }, secrets)
  })
}

/** @throws AppError 404 `licence_not_found`, `enrolment_not_found` */
export function endEnrolment(
  ctx: ShopContext,
  email: string,
  id: string,
  enrolmentId: string,
): Promise<void> {
  return withOwnLicence(ctx, email, id, async ({ trx, licence, context }) => {
    const [ended] = await endEnrolments(trx, id, { id: enrolmentId, now: context.now })
    if (!ended) throw enrolmentNotFound()
    const before = { token: ended.token_hint }
    await recordAudit(trx, { who, act: 'licence.enrolment_ended', subject: id, before }, context)
    await mailOwner(trx, licence, { kind: 'enrolment_ended', enrolment: ended }, context)
  })
}

/** Tells the owner, because whoever reads the owner's mail could have signed in. */
async function mailOwner(
  trx: Trx,
  { id: licenceId, email: recipient }: LicenceRow,
  { kind, enrolment }: { kind: 'enrolment_made' | 'enrolment_ended'; enrolment: EnrolmentRow },
  moment: Moment,
): Promise<void> {
  const { id, token_hint: tokenHint, seats, last_day: lastDay } = enrolment
  const mail = {
    kind,
    dedupeKey: `enrolment:${id}:${kind}`,
    recipient,
    params: { licenceId, tokenHint, seats, lastDay },
  }
  await enqueueMail(trx, mail, moment)
}
