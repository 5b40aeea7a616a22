import { dayMs } from '#shared/calendar/calendar.ts'
import type { OrderStatus } from '#shared/orders/orders.ts'
import type { ShopContext } from '../../context.ts'
import { findObstacle } from '../../licences/changes/settle-changes.ts'
import type { Trx } from '../../runtime/db/database.ts'
import { written } from '../../runtime/db/rows/buyer.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import { type Moment, momentOf } from '../../runtime/moment.ts'
import { loadPdf } from '../invoices/pdf.ts'
import { applyTransition } from './apply-transition.ts'
import { attentionOf, isSameAttention } from './attention.ts'
import { enterTakenBack } from './disputes.ts'
import { byCard, enterPayment } from './ledger.ts'
import { nextCheckAt } from './next-check.ts'
import {
  isWholeSum,
  nextStatus,
  type Payment,
  paymentOf,
  refundColumns,
  refundedSoFar,
  takenBackSoFar,
  takenTwiceSoFar,
  unpaid,
} from './next-status.ts'
import { findOrder, lockOrder, type OrderWithLines, updateOrder } from './order-store.ts'
import { owedByTransfer } from './refund-by-transfer.ts'

/** Reads a payment that the provider doesn't know, from the locked order. Throws to refuse it. */
type ReadPayment = (order: OrderRow, trx: Trx, moment: Moment) => Payment | Promise<Payment>

/**
 * Updates an order to its payment's state. Webhook, return page, sweep and command line may all call it.
 * @param readPayment reads a payment that the provider doesn't know, such as a transfer
 * @throws PaymentUnavailable if the provider can't be reached; the order stays unchanged
 */
export async function settle(
  shop: ShopContext,
  orderId: string,
  readPayment?: ReadPayment,
): Promise<OrderRow | null> {
  for (;;) {
    const order = await findOrder(shop.database.db, orderId)
    if (!order) return null
    const observed = readPayment ? null : await observe(shop, order)
    // Loads fonts before the transaction, and only if a document may be issued.
    if (readPayment || observed?.payment.received) await loadPdf()
    const settled = await shop.database.db.transaction().execute(async (trx) => {
      const locked = await lockOrder(trx, orderId)
      // Another process may have seen a newer state, so this asks the provider again.
      if (!locked || (!readPayment && locked.order.revision !== order.revision)) return null
      // An act and its effects get the same time, so that no change seems to have followed the act.
      const now = shop.clock()
      const payment = await readPayment?.(locked.order, trx, { now, random: shop.random })
      const seen = payment ? { payment, paymentIntent: null } : observed
      return applyPayment({ ...shop, clock: () => now }, trx, locked, seen)
    })
    if (!settled) continue
    shop.outbox.nudge()
    return settled
  }
}

type Observed = { payment: Payment; paymentIntent: string | null }

/** Null when the provider can't be asked or has no payment for this order. */
async function observe({ payments, clock }: ShopContext, order: OrderRow): Promise<Observed | null> {
  if (order.total === 0 && order.status === 'pending')
    return { payment: paymentOf(order, { received: nothingDue(order) }), paymentIntent: null }
  const age = clock().getTime() - Date.parse(order.created_at)
  if (order.session_id) return endOfPatience((await payments?.readPayment(order)) ?? null, age)
  if (order.payment_method !== 'card') return null
  // Without a session the customer never saw a payment page. A retry can open one within a day.
  if (age <= (order.payment_state === 'failed' ? failedStaysPayableMs : dayMs)) return null
  return { payment: paymentOf(order, { expired: true }), paymentIntent: null }
}

/** A bank may take three weeks to refuse a debit; then the customer needs time for another payment. */
const failedStaysPayableMs = 45 * dayMs

function endOfPatience(observed: Observed | null, age: number): Observed | null {
  if (observed?.payment.state !== 'failed' || age <= failedStaysPayableMs) return observed
  return { ...observed, payment: { ...observed.payment, expired: true } }
}

/** Providers accept no payment of 0. */
function nothingDue({ currency }: OrderRow): Payment['received'] {
  return { amount: 0, currency }
}

async function applyPayment(
  shop: ShopContext,
  trx: Trx,
  { order, lines }: OrderWithLines,
  observed: Observed | null,
): Promise<OrderRow> {
  const now = shop.clock()
  const paid = observed ? after(order, observed, now) : order
  const obstacle = isPaidBy(order.status, paid.status) ? await findChangeObstacle(shop, trx, lines) : null
  const changed = obstacle ? heldBack(order, paid) : paid
  const owing = { site: shop.library.typed.site, now }
  const isSame = (Object.keys(order) as (keyof OrderRow)[]).every((name) => order[name] === changed[name])
  const stored: OrderRow = {
    ...changed,
    ...(await owedByTransfer(trx, order, changed, owing)),
    revision: order.revision + (isSame ? 0 : 1),
    checked_at: now.toISOString(),
    next_check_at: nextCheckAt(changed, now),
    transfer_step_at: changed.status === 'pending' ? changed.transfer_step_at : null,
  }
  await updateOrder(trx, order.id, written(stored))
  if (stored.payment_intent !== order.payment_intent) await enterCardPayment(shop, trx, stored)
  await enterTakenBack(shop, trx, { before: order, order: stored })
  if (observed)
    await applyTransition(shop, trx, {
      before: order,
      order: stored,
      lines,
      payment: observed.payment,
      obstacle,
    })
  return stored
}

async function enterCardPayment(shop: ShopContext, trx: Trx, order: OrderRow): Promise<void> {
  const { payment_intent, received_amount, received_currency } = order
  if (received_amount === null || received_currency === null) return
  const received = { amount: received_amount, currency: received_currency, reference: payment_intent }
  await enterPayment(
    trx,
    order,
    { ...received, ...byCard, dedupe_key: `card:${payment_intent}` },
    momentOf(shop),
  )
}

/** A refund needs no check that the licence can be changed. */
function isPaidBy(before: OrderStatus, after: OrderStatus): boolean {
  return unpaid.includes(before) && !unpaid.includes(after) && after !== 'refunded'
}

function findChangeObstacle({ library, clock }: ShopContext, trx: Trx, lines: OrderLineRow[]) {
  const { site } = library.typed
  return findObstacle(trx, lines, { site, now: clock() })
}

/** The operator must review the order before anything is issued. */
function heldBack({ paid_at, refunded }: OrderRow, paid: OrderRow): OrderRow {
  return { ...paid, status: 'review', paid_at, refunded }
}

function after(order: OrderRow, observed: Observed, now: Date): OrderRow {
  const { payment, paymentIntent } = observed
  const awaitsTransfer = order.payment_method === 'invoice' && unpaid.includes(order.status)
  const isPartlyPaid = order.status === 'pending' && order.received_amount !== null
  const isEnded = payment.expired && !payment.received
  // The card session ended without money, but the transfer or its rest may still come.
  if ((awaitsTransfer || isPartlyPaid) && isEnded)
    return { ...order, session_id: null, session_url: null, payment_state: null }
  if (isEnded && isKeptForAnotherWay(order, now)) return { ...order, session_id: null, session_url: null }
  // The order becomes a card order only with money; a declined try leaves it waiting for the transfer.
  if (awaitsTransfer && payment.received && paymentIntent)
    return after({ ...order, payment_method: 'card' }, observed, now)
  const status = nextStatus(order, payment)
  const received = payment.received ?? receivedSoFar(order, payment)
  const isPaid = !unpaid.includes(status) && isWholeSum(order, payment)
  // The payment method follows the way in which the money came.
  const isByTransfer = isPaid && order.total > 0 && (paymentIntent ?? order.payment_intent) === null
  const isStillUnpaid = unpaid.includes(order.status) && unpaid.includes(status)
  return {
    ...order,
    ...(isByTransfer && { payment_method: 'invoice' }),
    ...waitingColumns(order, { status, payment, now }),
    ...(!isStillUnpaid && {
      refunded: refundedSoFar(order, payment),
      taken_back: takenBackSoFar(order, payment),
      taken_twice: takenTwiceSoFar(order, payment),
      ...refundColumns(order, payment),
    }),
    status,
    attention: attentionAfter(order, payment),
    received_amount: received.amount,
    received_currency: received.currency,
    // An order refunded before its whole sum came was never paid.
    paid_at: order.paid_at ?? (isPaid ? now.toISOString() : null),
    payment_intent: payment.received ? (order.payment_intent ?? paymentIntent) : order.payment_intent,
  }
}

/** Stays left as it is while the provider reports the same. */
function attentionAfter(order: OrderRow, { attention }: Payment): string | null {
  const known = attentionOf(order)
  if (!attention) return null
  const isLeft = known?.isLeft && isSameAttention(known, attention)
  return JSON.stringify({ ...attention, ...(isLeft && { isLeft }) })
}

/** After the bank's refusal, the buyer was told that the order keeps its price. */
function isKeptForAnotherWay({ status, payment_state, created_at }: OrderRow, now: Date): boolean {
  const age = now.getTime() - Date.parse(created_at)
  return status === 'pending' && payment_state === 'failed' && age <= failedStaysPayableMs
}

/** Time after a bank's refusal before the next reminder or the lapse. */
const graceMs = 7 * dayMs

function waitingColumns(
  order: OrderRow,
  { status, payment, now }: { status: OrderStatus; payment: Payment; now: Date },
): Pick<OrderRow, 'payment_state' | 'session_url' | 'transfer_step_at'> {
  const { payment_state: before, session_url, transfer_step_at: stepAt } = order
  const grace = new Date(now.getTime() + graceMs).toISOString()
  const isRefusedNow = payment.state === 'failed' && (before !== 'failed' || session_url !== null)
  // Remembers a refusal while the buyer has another page, so that the transfer stays on offer.
  const remembered = before === 'failed' ? before : null
  return {
    payment_state: status === 'pending' ? (payment.state ?? remembered) : null,
    // A complete session has no page any more.
    session_url: payment.state === null ? session_url : null,
    transfer_step_at: isRefusedNow && stepAt !== null && stepAt < grace ? grace : stepAt,
  }
}

function receivedSoFar({ received_amount, received_currency, currency }: OrderRow, { soFar }: Payment) {
  return soFar === undefined
    ? { amount: received_amount, currency: received_currency }
    : { amount: soFar, currency }
}
