import { AppError } from '../errors.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { lockOrder } from './order-store.ts'
import type { Shop } from './settle.ts'

const perHour = 3
const hourMs = 60 * 60 * 1000

/**
 * Sends an order's mail once more.
 * @param limited whether three an hour are enough; the operator may always
 * @throws AppError 429 `rate_limited`, 404 where there is no such order
 */
export async function resend(shop: Shop, orderId: string, { limited = true } = {}): Promise<void> {
  const now = shop.clock()
  await shop.database.db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, orderId)
    if (!locked) throw new AppError(404, 'order_not_found', 'There is no such order.')
    const { order } = locked
    const prefix = `order:${orderId}:resend:`
    const earlier = await trx
      .selectFrom('mails')
      .select('created_at')
      .where('order_id', '=', orderId)
      .where('dedupe_key', 'like', `${prefix}%`)
      .orderBy('created_at', 'desc')
      .execute()
    if (limited) requireRate(earlier, now)
    const kind = order.paid_at ? 'order_paid' : 'order_received'
    const dedupeKey = `${prefix}${earlier.length + 1}`
    const mail = { kind, dedupeKey, recipient: order.customer_email, orderId } as const
    await enqueueMail(trx, mail, { now, random: shop.random })
  })
  shop.outbox.nudge()
}

function requireRate(earlier: { created_at: string }[], now: Date): void {
  const oldest = earlier[perHour - 1]
  const waitMs = oldest ? Date.parse(oldest.created_at) + hourMs - now.getTime() : 0
  if (waitMs <= 0) return
  throw new AppError(429, 'rate_limited', 'The mail has been sent three times within the hour.', {
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
  })
}
