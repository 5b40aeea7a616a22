import { type Day, dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { stateInText } from '#shared/desk/words.ts'
import type { ShopContext } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { type Moment, momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { settleCodeUse } from '../codes/uses.ts'
import { issueAdjustmentNote } from '../invoices/issue.ts'
import { loadPdf } from '../invoices/pdf.ts'
import { orUnavailable } from '../payments/or-unavailable.ts'
import { settleQuote } from '../quotes/quotes.ts'
import { mailBuyer, notifyOfOrder } from './order-mails.ts'
import { lockOrder, recordEvent, updateOrder } from './order-store.ts'
import { type By, requireOrderRevision } from './revision.ts'
import { settle } from './settle.ts'
import { transferOf } from './transfer.ts'

const customer = { who: 'customer' }

type Cancelled = Pick<OrderRow, 'id' | 'number'>

/**
 * Cancels an order for the operator, even a partly paid one, and mails the buyer. Money received becomes
 * credit. Later money still pays the order.
 * @throws AppError 409 `order_not_cancellable`, or `changed_meanwhile`
 */
export async function cancelOrder(shop: ShopContext, order: Cancelled, by: By): Promise<OrderRow> {
  return requireClosed(order, await closeOrder(shop, order.id, 'cancelled', { by }))
}

/**
 * @throws AppError 409 `order_not_cancellable` or `order_partly_paid`, 502 or 503 if its card page stays open
 */
export async function cancelByBuyer(shop: ShopContext, order: Cancelled): Promise<OrderRow> {
  const closing = { by: customer, ifPartlyPaid: refuse }
  return requireClosed(
    order,
    await orUnavailable(() => closeOrder(shop, order.id, 'cancelled', closing), notCancelledNow),
  )
}

const notCancelledNow =
  'Our payment provider can’t close this order’s card page now. Nothing was cancelled: try again in a moment.'

/** Closes an order whose transfer is overdue. The operator decides about part payments. */
export async function lapseOrder(shop: ShopContext, id: string): Promise<void> {
  await closeOrder(shop, id, 'expired', {
    async ifPartlyPaid(trx, order) {
      await updateOrder(trx, id, { transfer_step_at: null })
      const moment = momentOf(shop)
      const { site } = shop.library.typed
      await notifyOfOrder(trx, order, { kind: 'order_partly_paid_notice' }, { site, ...moment })
      await remindBuyer(trx, order, 'last', moment)
    },
  })
}

/** @param which distinguishes an order's reminders: the day of the step, or "last" */
export async function remindBuyer(trx: Trx, order: OrderRow, which: string, moment: Moment): Promise<void> {
  if (await mailBuyer(trx, order, { kind: 'transfer_reminder', suffix: `:${which}` }, moment))
    await recordEvent(trx, { orderId: order.id, event: 'order.reminded' }, moment)
}

type Closing = {
  by?: By
  /** Called instead of closing if money has arrived. */
  ifPartlyPaid?(trx: Trx, order: OrderRow): void | Promise<void>
}

type Closed = { closed: OrderRow | null; order: OrderRow | null }

/** An adjustment note over the total cancels an invoice issued before payment. */
async function closeOrder(
  shop: ShopContext,
  id: string,
  status: 'cancelled' | 'expired',
  { by, ifPartlyPaid }: Closing,
): Promise<Closed> {
  const order = await settle(shop, id)
  if (order?.status === 'pending') await shop.payments?.closeSession(order)
  if (order?.transfer_terms) await loadPdf()
  const result = await shop.database.db.transaction().execute(async (trx): Promise<Closed> => {
    const locked = await lockOrder(trx, id)
    if (!locked) return { closed: null, order: null }
    const { order } = locked
    await requireOrderRevision(trx, order, by?.revision)
    if (!isOpen(order)) return { closed: null, order }
    if (ifPartlyPaid && order.received_amount !== null) {
      await ifPartlyPaid(trx, order)
      return { closed: null, order }
    }
    return { closed: await close(shop, trx, { ...order, status }, by), order }
  })
  shop.outbox.nudge()
  return result
}

async function close(shop: ShopContext, trx: Trx, order: OrderRow, by: By | undefined): Promise<OrderRow> {
  const { id, status } = order
  const moment = momentOf(shop)
  const change = { status, transfer_step_at: null, revision: order.revision + 1 } as const
  const closed = { ...order, ...change }
  await updateOrder(trx, id, change)
  await recordEvent(trx, { orderId: id, event: `order.${status}`, detail: 'was pending' }, moment)
  await settleQuote(trx, closed)
  await settleCodeUse(trx, closed, moment.now)
  if (by) {
    await by.bind?.(trx, id)
    const act = { before: { status: 'pending' }, after: { status } }
    await recordAudit(trx, { who: by.who, act: `order.${status}`, subject: id, ...act }, moment)
  }
  const { site } = shop.library.typed
  const issuing = { site, siteUrl: shop.config.siteUrl, ...moment }
  const reason = reasonOf(closed, by, dayIn(site.company.timeZone, moment.now))
  await issueAdjustmentNote(trx, { order: closed, refunded: closed.total, reason }, issuing)
  await mailBuyer(trx, order, { kind: status === 'expired' ? 'order_lapsed' : 'order_cancelled' }, moment)
  return closed
}

/** An adjustment note must state its reason (GSTR 2013/2). */
function reasonOf(order: OrderRow, by: By | undefined, today: Day): string {
  const lapse = transferOf(order)?.steps.find(({ kind }) => kind === 'lapse')
  if (order.status === 'expired')
    return `The order lapsed unpaid${lapse ? ` after ${formatDate(lapse.day)}` : ''}.`
  const who = by?.who === customer.who ? 'by the buyer ' : ''
  return `The order was cancelled ${who}on ${formatDate(today)}.`
}

/** A debit that a bank is processing can't be stopped. */
function isOpen({ status, payment_state }: OrderRow): boolean {
  return status === 'pending' && payment_state !== 'processing'
}

/**
 * Previews check this too, so that they announce nothing that would be refused.
 * @throws AppError 409 `order_not_cancellable`
 */
export function requireCancellable(order: OrderRow): void {
  if (!isOpen(order)) throw notCancellable(order)
}

function requireClosed({ number }: Cancelled, { closed, order }: Closed): OrderRow {
  if (closed) return closed
  throw notCancellable({ number, status: order?.status })
}

function notCancellable({ number, status }: { number: string; status: string | undefined }): AppError {
  const is =
    status === 'pending' ? 'being paid: the bank is still working on it' : status && stateInText(status)
  return new AppError(409, 'order_not_cancellable', `Order ${number} is ${is}.`)
}

function refuse(_trx: Trx, { number }: OrderRow): never {
  const detail = `A part of order ${number} has been paid. Write to us, and we’ll sort it out.`
  throw new AppError(409, 'order_partly_paid', detail)
}
