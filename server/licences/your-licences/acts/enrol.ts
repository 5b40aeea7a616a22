import type { Day } from '#shared/calendar/calendar.ts'
import type { OwnEnrolment } from '#shared/licensing/answers.ts'
import type { ShopContext } from '../../../context.ts'
import { enqueueMail } from '../../../messages/mail/outbox.ts'
import { recordAudit } from '../../../runtime/audit.ts'
import type { Trx } from '../../../runtime/db/database.ts'
import type { EnrolmentRow, LicenceRow } from '../../../runtime/db/rows/licences.ts'
import type { Moment } from '../../../runtime/moment.ts'
import { requireActive } from '../../licensing/acts.ts'
import {
  endEnrolments,
  enrolmentNotFound,
  makeEnrolment,
  viewOwnEnrolment,
} from '../../licensing/enrolments.ts'
import { withOwnLicence } from './own.ts'

const who = 'customer'

/** @throws AppError 404 `licence_not_found`, 403 for a suspended or revoked licence, 422 for a day that is over */
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

/** Whoever reads the owner's mail could have signed in. */
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
