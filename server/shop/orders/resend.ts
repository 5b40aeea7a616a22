import { mailOfOrder } from '#shared/desk/mail-of-order.ts'
import type { ShopContext } from '../../context.ts'
import { enqueueMail, type NewMail } from '../../messages/mail/outbox.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { AppError } from '../../web/http/errors.ts'
import type { RatePolicy } from '../../web/middleware/rate-limit.ts'
import { requireRate } from '../../web/middleware/require-rate.ts'
import { updateOrder } from './order-store.ts'
import { viewHead } from './order-view.ts'
import { toSendOf } from './refund-by-transfer.ts'
import { actOnOrder, type By } from './revision.ts'

export const resendPolicy: RatePolicy = { name: 'resend', quota: 3, windowSeconds: 3600 }

const sentOften = 'It has been sent several times within the hour. Look for it in the spam folder.'

type Options = {
  /** Mails per hour; 0 for no limit. */
  quota: number
  /** Member of staff; absent for the buyer. */
  by?: By
}

/**
 * @throws AppError 429 `rate_limited`, 404 `order_not_found`, 409 `nothing_to_send` or `changed_meanwhile`
 */
export async function resend(shop: ShopContext, orderId: string, { quota, by }: Options): Promise<void> {
  await actOnOrder(shop, { id: orderId }, by?.revision, async (trx, order, moment) => {
    const prefix = `order:${orderId}:resend:`
    const earlier = await trx
      .selectFrom('mails')
      .select('created_at')
      .where('order_id', '=', orderId)
      .where('dedupe_key', 'like', `${prefix}%`)
      .orderBy('created_at', 'desc')
      .execute()
    if (quota > 0) {
      const times = earlier.map(({ created_at }) => created_at)
      requireRate({ ...resendPolicy, quota }, times, { now: moment.now, reason: sentOften })
    }
    const again = { dedupeKey: `${prefix}${earlier.length + 1}`, recipient: order.customer_email, orderId }
    const current = currentMailOf(order)
    if (current === null)
      throw new AppError(409, 'nothing_to_send', 'There is no mail about this order: it isn’t paid.')
    const mail = { ...again, ...current }
    await enqueueMail(trx, mail, moment)
    if (!by) return
    await by.bind?.(trx, orderId)
    // Refuses a second click with the same revision.
    await updateOrder(trx, orderId, { revision: order.revision + 1 })
    const after = { kind: mail.kind, recipient: mail.recipient }
    await recordAudit(trx, { who: by.who, act: 'order.mail_resent', subject: orderId, after }, moment)
  })
}

/** @returns the mail that describes the order's status; null if the buyer got none */
export function currentMailOf(order: OrderRow): Pick<NewMail, 'kind' | 'params'> | null {
  const { status, refunded, refund_failed, refund_repaid, taken_back } = order
  const kind = mailOfOrder({ ...viewHead(order), hasTransferTerms: order.transfer_terms !== null })
  switch (kind) {
    case 'order_refunded':
      return { kind, params: { refunded, taken: taken_back, send: toSendOf(order) } }
    case 'order_taken_back':
      return { kind, params: { amount: taken_back, refunded, status } }
    case 'refund_delayed':
      return { kind, params: { amount: refund_failed } }
    case 'refund_repaid':
      return { kind, params: { amount: refund_repaid, isPromised: order.refund_failures === 0 } }
    default:
      return kind && { kind }
  }
}
