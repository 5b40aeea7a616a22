import type { OrderStatus } from '#shared/orders.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { OrderRow } from '../db/schema.ts'
import { issueAdjustmentNote, issueInvoice } from '../invoices/issue.ts'
import { loadPdf } from '../invoices/pdf.ts'
import { issueLicences, setLicencesOfOrder } from '../licensing/issue.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { nextCheckAt } from './next-check.ts'
import { nextStatus, type Payment, refundedSoFar } from './next-status.ts'
import { findOrder, lockOrder, type OrderWithLines, recordEvent, updateOrder } from './order-store.ts'

export type Shop = Pick<
  AppContext,
  'database' | 'payments' | 'keyring' | 'clock' | 'random' | 'log' | 'outbox'
> & {
  library: Pick<AppContext['library'], 'typed'>
}

/**
 * Brings an order to where its payment stands: the one way an order is paid, refunded, disputed or expires. The webhook,
 * the return page, the sweep and the command line all come here; coming twice changes nothing.
 * @param told what the operator says of a payment that no provider knows
 * @returns the order as it is now; null when there is none
 * @throws PaymentUnavailable when the provider can't be asked; the order stays as it was
 */
export async function settle(shop: Shop, orderId: string, told?: Payment): Promise<OrderRow | null> {
  const order = await findOrder(shop.database.db, orderId)
  if (!order) return null
  const observed = told ? { payment: told, paymentIntent: null } : await observe(shop, order)
  if (observed?.payment.received) await loadPdf()
  const now = shop.clock()
  const settled = await shop.database.db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, orderId)
    if (!locked) return null
    return applyPayment(shop, trx, locked, observed, now)
  })
  shop.outbox.nudge()
  return settled
}

type Observed = { payment: Payment; paymentIntent: string | null }

async function observe({ payments, clock }: Shop, order: OrderRow): Promise<Observed | null> {
  if (order.payment_method !== 'card') return null
  if (order.session_id) return (await payments?.readPayment(order)) ?? null
  // Without a session nobody was ever shown where to pay; the customer's next try opens one, for a day.
  const age = clock().getTime() - Date.parse(order.created_at)
  return age > 24 * 60 * 60 * 1000
    ? { payment: { ...unpaid(order), expired: true }, paymentIntent: null }
    : null
}

function unpaid({ id }: OrderRow): Payment {
  return { received: null, orderId: id, expired: false, refunded: 0, dispute: 'none' }
}

async function applyPayment(
  shop: Shop,
  trx: Db,
  locked: OrderWithLines,
  observed: Observed | null,
  now: Date,
): Promise<OrderRow> {
  const { order } = locked
  const payment = observed?.payment ?? unpaid(order)
  const status = nextStatus(order, payment)
  const isPaid = !['pending', 'expired', 'cancelled', 'review'].includes(status)
  const changed: OrderRow = {
    ...order,
    status,
    refunded: isPaid ? refundedSoFar(order, payment) : order.refunded,
    paid_at: order.paid_at ?? (isPaid ? now.toISOString() : null),
    payment_intent: order.payment_intent ?? observed?.paymentIntent ?? null,
    checked_at: now.toISOString(),
    next_check_at: nextCheckAt({ ...order, status }, now),
  }
  await updateOrder(trx, order.id, changed)
  await takeEffect(shop, trx, { before: order, order: changed, lines: locked.lines }, now)
  return changed
}

type Change = { before: OrderRow } & OrderWithLines

/** Everything that a change of state brings with it, in the same transaction. */
async function takeEffect(shop: Shop, trx: Db, { before, order, lines }: Change, now: Date): Promise<void> {
  const { keyring, random, library } = shop
  const { site } = library.typed
  if (order.status !== before.status) {
    const event = { orderId: order.id, event: `order.${order.status}`, detail: `was ${before.status}` }
    await recordEvent(trx, event, { now, random })
  }
  if (order.paid_at && !before.paid_at) {
    await issueLicences(trx, { order, lines }, { keyring, random, now, prefix: site.licenceKeyPrefix })
    await issueInvoice(trx, { order, lines }, { seller: site, random, now })
    if (order.status !== 'refunded') await mail(shop, trx, order, 'order_paid', '', {}, now)
  }
  if (order.refunded > before.refunded) {
    await issueAdjustmentNote(trx, { order, lines, refunded: order.refunded }, { seller: site, random, now })
    const params = { refunded: order.refunded }
    await mail(shop, trx, order, 'order_refunded', `:${order.refunded}`, params, now)
  }
  if (order.status === 'review' && before.status !== 'review') {
    await mail(shop, trx, order, 'order_review', '', {}, now)
  }
  const licences = licencesAfter(before.status, order.status)
  if (licences) await setLicencesOfOrder(trx, order.id, licences.status, licences.from)
}

type LicenceChange = { status: 'active' | 'suspended' | 'revoked'; from?: ('active' | 'suspended')[] }

function licencesAfter(before: OrderStatus, after: OrderStatus): LicenceChange | null {
  if (after === before) return null
  if (after === 'refunded') return { status: 'revoked' }
  if (after === 'disputed') return { status: 'suspended', from: ['active'] }
  return before === 'disputed' ? { status: 'active', from: ['suspended'] } : null
}

async function mail(
  { random, library }: Shop,
  trx: Db,
  order: OrderRow,
  kind: 'order_paid' | 'order_refunded' | 'order_review',
  suffix: string,
  params: Record<string, unknown>,
  now: Date,
): Promise<void> {
  const recipient = kind === 'order_review' ? library.typed.site.company.email : order.customer_email
  const dedupeKey = `order:${order.id}:${kind}${suffix}`
  await enqueueMail(trx, { kind, dedupeKey, recipient, orderId: order.id, params }, { now, random })
}
