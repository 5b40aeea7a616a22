import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import type { ShopContext } from '../../../context.ts'
import { enqueueMail } from '../../../messages/mail/outbox.ts'
import { recordAudit } from '../../../runtime/audit.ts'
import type { Db } from '../../../runtime/db/database.ts'
import { isId } from '../../../runtime/ids.ts'
import { AppError } from '../../../web/http/errors.ts'
import { seatUsage } from '../../licensing/licences.ts'
import { machinesOn, releaseSeat, toActivation } from '../../licensing/seats.ts'
import { withOwnLicence } from './own.ts'

/** A free seat stays free. @throws AppError 404 `licence_not_found`, `activation_not_found` */
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
