import { dayIn } from '#shared/calendar/calendar.ts'
import type { ShopContext } from '../../../context.ts'
import { notifyOwner } from '../../../messages/mail/notify-owner.ts'
import { enqueueMail } from '../../../messages/mail/outbox.ts'
import { recordAudit } from '../../../runtime/audit.ts'
import { momentOf } from '../../../runtime/moment.ts'
import { listOwnOrders } from '../../../shop/orders/own-orders.ts'
import { findImported } from '../../import/imported-licences.ts'
import { findOptOut } from '../../reminders/opt-out.ts'
import { findTypedEmail, listOwnLicences } from '../owned.ts'

/** Asks the shop's owner to erase an address's data. Repeats on the same day have no effect. */
export async function askForErasure(ctx: ShopContext, email: string): Promise<void> {
  const moment = momentOf(ctx)
  const { site } = ctx.library.typed
  const day = dayIn(site.company.timeZone, moment.now)
  await ctx.database.db.transaction().execute(async (trx) => {
    const orders = await listOwnOrders(trx, email)
    const licences = await listOwnLicences(trx, email)
    const imported = await findImported(
      trx,
      licences.map(({ id }) => id),
    )
    const recipient = (await findTypedEmail(trx, email)) ?? email
    const params = {
      email: recipient,
      orders: orders.map(({ number }) => number),
      licences: licences.map(({ id, key_hint }) => ({
        id,
        keyHint: key_hint,
        oldKeyHint: imported.get(id)?.oldKeyHint ?? null,
      })),
      remindersStopped: (await findOptOut(trx, email)) !== undefined,
    }
    const dedupeKey = `erasure:${email}:${day}`
    const isNew = await enqueueMail(
      trx,
      { kind: 'erasure_received', dedupeKey: `${dedupeKey}:received`, recipient, params: { day } },
      moment,
    )
    if (!isNew) return
    const request = { kind: 'erasure_requested', dedupeKey, params } as const
    await notifyOwner(trx, 'message', request, { site, ...moment })
    await recordAudit(trx, { who: 'customer', act: 'erasure.requested', subject: email }, moment)
  })
  ctx.outbox.nudge()
}
