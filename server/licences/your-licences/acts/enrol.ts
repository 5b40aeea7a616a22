import type { Day } from '#shared/calendar/calendar.ts'
import type { OwnEnrolment } from '#shared/licensing/answers.ts'
import type { ShopContext } from '../../../context.ts'
import { recordAudit } from '../../../runtime/audit.ts'
import { momentOf } from '../../../runtime/moment.ts'
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
  const moment = momentOf(ctx)
  return withOwnLicence(ctx, email, id, async (trx, licence, secrets) => {
    requireActive(licence)
    const making = { secrets, site: ctx.library.typed.site, who, ...moment }
    const made = await makeEnrolment(trx, licence, wanted, making)
    const after = { ...wanted, token: made.token_hint }
    await recordAudit(trx, { who, act: 'licence.enrolment_made', subject: id, after }, moment)
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
  const moment = momentOf(ctx)
  return withOwnLicence(ctx, email, id, async (trx) => {
    const [ended] = await endEnrolments(trx, id, { id: enrolmentId, now: moment.now })
    if (!ended) throw enrolmentNotFound()
    const before = { token: ended.token_hint }
    await recordAudit(trx, { who, act: 'licence.enrolment_ended', subject: id, before }, moment)
  })
}
