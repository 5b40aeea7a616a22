import { formatPrice } from '#shared/money.ts'
import type { OrderStatus } from '#shared/orders.ts'
import { followOrder } from '../codes/uses.ts'
import type { ShopContext } from '../context.ts'
import type { Db, Trx } from '../db/database.ts'
import type { OrderLineRow, OrderRow } from '../db/rows/orders.ts'
import { issueAdjustmentNote, issueInvoice, issueReceipt } from '../invoices/issue.ts'
import { settleChanges } from '../licensing/changes/settle-changes.ts'
import { issueLicences, setLicencesOfOrder } from '../licensing/issue.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { momentOf } from '../moment.ts'
import { tellOrder } from '../webhooks/events.ts'
import { isWholeSum, type Payment } from './next-status.ts'
import { notifyDispute, notifyPaid, notifyRefunded, notifyReview } from './notify-of-order.ts'
import { type OrderWithLines, recordEvent } from './order-store.ts'
import { carryOutRefund } from './refunds.ts'

type Transition = {
  before: OrderRow
  payment: Payment
  /** Null if the licence can be changed. */
  obstacle: string | null
} & OrderWithLines

export async function applyTransition(shop: ShopContext, trx: Trx, transition: Transition): Promise<void> {
  const { before, order, payment, obstacle } = transition
  const { config, keyring, library } = shop
  const { site } = library.typed
  const moment = momentOf(shop)
  const issuing = { seller: site, siteUrl: config.siteUrl, ...moment }
  if (order.status !== before.status) {
    const event = { orderId: order.id, event: `order.${order.status}`, detail: detailOf(transition) }
    await recordEvent(trx, event, moment)
  }
  const isIssued = order.paid_at !== null && before.paid_at === null && isWholeSum(before, payment)
  if (isIssued) {
    await issueLicences(trx, transition, { keyring, site, ...moment })
  }
  const isRefunded = order.refunded > before.refunded
  const reason = isRefunded ? await carryOutRefund(trx, transition, { site, ...moment }) : null
  // Every transaction locks licences before document numbers, or two orders of one licence could deadlock.
  const lines = await settleLicences(shop, trx, transition)
  if (order.status !== before.status) await followOrder(trx, order, moment.now)
  if (isIssued) {
    const isInvoiced = await issueInvoice(trx, { order, lines }, issuing)
    if (!isInvoiced) await issueReceipt(trx, order, issuing)
    if (order.status !== 'refunded') {
      await tellOrder(trx, 'order.paid', order, { site, ...moment })
      await mail(shop, trx, order, 'order_paid')
      await notifyPaid(trx, order, { site, ...moment })
    }
  }
  if (isRefunded) {
    // Without its whole sum nothing was issued, so the note cancels the whole invoice.
    const adjusted = { order, refunded: order.paid_at === null ? order.total : order.refunded, reason }
    await issueAdjustmentNote(trx, adjusted, issuing)
    await tellOrder(trx, 'order.refunded', order, { site, ...moment })
    const params = { refunded: order.refunded, ...(reason && { reason }) }
    await mail(shop, trx, order, 'order_refunded', { suffix: `:${order.refunded}`, params })
    await notifyRefunded(trx, order, before.refunded, { site, ...moment })
  }
  if (order.status === 'review' && before.status !== 'review') {
    const params = obstacle ? { obstacle } : { detail: receivedText(order) }
    await notifyReview(trx, order, { params }, { site, ...moment })
  }
  if (isPaidAgain(transition)) {
    const earlier = before.paid_at === null ? 'a part had come by transfer' : 'it had been marked as paid'
    const detail = `${receivedText(order)} by card, after ${earlier}`
    await recordEvent(trx, { orderId: order.id, event: 'order.paid_again', detail }, moment)
    await notifyReview(trx, order, { suffix: ':again', params: { detail } }, { site, ...moment })
  }
  const isDisputeNew = order.status !== before.status && [before.status, order.status].includes('disputed')
  const isOnlyLogged = payment.dispute === 'open' && order.status === 'partially_refunded'
  if (isOnlyLogged) shop.log.warn({ order: order.id }, 'a dispute of a partly refunded order changes nothing')
  if (isDisputeNew || isOnlyLogged) await notifyDispute(trx, order, { site, ...moment })
}

async function settleLicences(
  shop: ShopContext,
  trx: Trx,
  { before, order, lines }: Transition,
): Promise<OrderLineRow[]> {
  const licences = licencesAfter(before.status, order.status)
  const { database, keyring, library } = shop
  const telling = { site: library.typed.site, ...momentOf(shop) }
  if (licences) await setLicencesOfOrder(trx, order, licences, telling)
  if (order.paid_at === null || order.status === before.status) return lines
  const settling = { engine: database.engine, keyring, ...telling }
  return settleChanges(trx, { order, lines }, settling)
}

/** A card payment can arrive after the operator entered a transfer. */
function isPaidAgain({ before, order }: Transition): boolean {
  const isPaidBefore = before.paid_at !== null || before.received_amount !== null
  return isPaidBefore && before.payment_intent === null && order.payment_intent !== null
}

function detailOf({ before, order, obstacle }: Transition): string {
  const found = order.status === 'review' ? `; ${obstacle ?? receivedText(order)}` : ''
  return `was ${before.status}${found}`
}

function receivedText({ received_amount, received_currency }: OrderRow): string {
  const currency = received_currency ?? ''
  return received_amount === null ? '' : `${formatPrice(received_amount, currency)} came in`
}

function licencesAfter(before: OrderStatus, after: OrderStatus): 'active' | 'suspended' | 'revoked' | null {
  if (after === before) return null
  if (after === 'refunded') return 'revoked'
  if (after === 'disputed') return 'suspended'
  return before === 'disputed' ? 'active' : null
}

type Kind = 'order_paid' | 'order_refunded'

async function mail(
  shop: ShopContext,
  trx: Db,
  order: OrderRow,
  kind: Kind,
  { suffix = '', params = {} }: { suffix?: string; params?: Record<string, unknown> } = {},
): Promise<void> {
  const recipient = order.customer_email
  const dedupeKey = `order:${order.id}:${kind}${suffix}`
  await enqueueMail(trx, { kind, dedupeKey, recipient, orderId: order.id, params }, momentOf(shop))
}
