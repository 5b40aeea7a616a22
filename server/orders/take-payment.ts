import { type Day, dayIn, startOfDay } from '#shared/calendar.ts'
import { recordAudit } from '../audit.ts'
import type { Trx } from '../db/database.ts'
import type { OrderRow } from '../db/rows/orders.ts'
import { AppError } from '../http/errors.ts'
import { invalid } from '../http/parse.ts'
import { newId } from '../ids.ts'
import { momentOf } from '../moment.ts'
import { enterPayment, moneyOf, sumOfPayments } from './ledger.ts'
import { acceptReview, paymentOf, receivedOf } from './manage.ts'
import { lockOrder, recordEvent, updateOrder } from './order-store.ts'
import { type By, requireRevision } from './revision.ts'
import { type Shop, settle } from './settle.ts'

/** States in which an order waits for money. */
const awaiting: OrderRow['status'][] = ['pending', 'expired', 'cancelled']

export type Transfer = {
  /** Cents; what is still outstanding when it isn't given. */
  amount?: number | undefined
  /** The day it came in, the company's; today by default. */
  on?: Day | undefined
  reference?: string | undefined
  /** The hash of a bank statement's line, which is booked once. */
  line?: string | undefined
  /** Takes money for an order that is paid already, as credit. */
  asCredit?: boolean
  /** Refuses an amount that isn't what is outstanding. */
  isWhole?: boolean
}

/**
 * Enters money that came in by bank transfer. The order is paid when all its payments reach its total, and what is more
 * stays as credit. Nobody can pay it by card afterwards.
 * @returns the order as it is now, and the payment's id; `null` for a line of a statement that was booked before
 * @throws AppError 409 `order_not_payable` or `changed_meanwhile`, 422 for a day before the order or after today
 */
export async function takePayment(
  shop: Shop,
  { id }: Pick<OrderRow, 'id'>,
  transfer: Transfer,
  { who, revision }: By,
): Promise<{ order: OrderRow; payment: string | null }> {
  // Where the customer has paid by card meanwhile, that is what counts.
  const order = await settle(shop, id)
  if (!order) throw new AppError(404, 'order_not_found', 'There is no such order.')
  await requireRevision(shop.database.db, order, revision)
  const moment = momentOf(shop)
  const timeZone = shop.library.typed.site.company.timeZone
  const receivedAt = readDay(order, transfer.on, { timeZone, now: moment.now })
  const owed = (await moneyOf(shop.database.db, order)).outstanding
  if (order.session_id && awaiting.includes(order.status) && (transfer.amount ?? owed) >= owed) {
    await shop.payments?.closeSession(order)
  }
  let payment: string | null = null
  const paid = await settle(shop, id, async (current, trx) => {
    await requireRevision(trx, current, revision)
    const before = await sumOfPayments(trx, id)
    payment = await enter(trx, current, before)
    if (payment === null) return paymentOf(current, { received: null })
    const sum = await sumOfPayments(trx, id)
    const change = { before: { status: current.status, received: before }, after: { received: sum, payment } }
    await recordAudit(trx, { who, act: 'order.payment_taken', subject: id, ...change }, moment)
    if (!awaiting.includes(current.status)) return paymentOf(current, { received: receivedOf(current) })
    const { total, currency } = current
    return paymentOf(current, sum >= total ? { received: { amount: total, currency } } : { soFar: sum })
  })
  return { order: paid ?? order, payment }

  async function enter(trx: Trx, current: OrderRow, before: number): Promise<string | null> {
    const { number, status, total, currency } = current
    const line = transfer.line ? { dedupe_key: `line:${transfer.line}`, statement_line: transfer.line } : null
    if (line && (await isEntered(trx, line.dedupe_key))) return null
    if (!awaiting.includes(status) && !transfer.asCredit) {
      throw new AppError(409, 'order_not_payable', `Order ${number} is ${status} already.`)
    }
    const amount = transfer.amount ?? Math.max(0, total - before)
    if (amount < 1) throw new AppError(409, 'order_not_payable', `Nothing is outstanding of order ${number}.`)
    if (transfer.isWhole && amount !== total - before) {
      throw new AppError(
        409,
        'amount_differs',
        `Order ${number} waits for ${total - before} cents, not ${amount}.`,
      )
    }
    const detail = `${amount} cents by transfer${transfer.reference ? `, ${transfer.reference}` : ''}`
    await recordEvent(trx, { orderId: id, event: 'order.payment_taken', detail }, moment)
    return enterPayment(
      trx,
      {
        dedupe_key: `transfer:${newId('once', moment.random)}`,
        ...line,
        order_id: id,
        amount,
        currency,
        received_at: receivedAt,
        reference: transfer.reference ?? null,
        source: 'transfer',
        who,
      },
      moment,
    )
  }
}

/**
 * The operator has seen the money of an order on the account, or accepts what a card order in review was paid.
 * @throws AppError as `takePayment` and `acceptReview`
 */
export async function markPaid(
  shop: Shop,
  order: OrderRow,
  transfer: Transfer,
  by: By,
): Promise<OrderRow | null> {
  const isAccepted = transfer.amount === undefined && (await settle(shop, order.id))?.status === 'review'
  return isAccepted ? acceptReview(shop, order, by) : (await takePayment(shop, order, transfer, by)).order
}

/**
 * Tells the books that what was paid too much went back, by bank transfer.
 * @throws AppError 409 `order_not_refundable` without credit, or `changed_meanwhile`
 */
export async function refundCredit(
  shop: Shop,
  { id }: Pick<OrderRow, 'id'>,
  { who, revision }: By,
): Promise<OrderRow> {
  const moment = momentOf(shop)
  return shop.database.db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, id)
    if (!locked) throw new AppError(404, 'order_not_found', 'There is no such order.')
    const { order } = locked
    await requireRevision(trx, order, revision)
    const { credit } = await moneyOf(trx, order)
    if (credit === 0) {
      throw new AppError(409, 'order_not_refundable', `Order ${order.number} has no credit to refund.`)
    }
    await enterPayment(
      trx,
      {
        dedupe_key: `credit:${id}:${order.revision}`,
        order_id: id,
        amount: -credit,
        currency: order.currency,
        received_at: moment.now.toISOString(),
        reference: null,
        source: 'transfer',
        who,
      },
      moment,
    )
    const changed = { revision: order.revision + 1 }
    await updateOrder(trx, id, changed)
    const detail = `${credit} cents went back`
    await recordEvent(trx, { orderId: id, event: 'order.credit_refunded', detail }, moment)
    const change = { before: { credit }, after: { credit: 0 } }
    await recordAudit(trx, { who, act: 'order.credit_refunded', subject: id, ...change }, moment)
    return { ...order, ...changed }
  })
}

async function isEntered(trx: Trx, dedupeKey: string): Promise<boolean> {
  const known = trx.selectFrom('payments').select('id').where('dedupe_key', '=', dedupeKey)
  return (await known.executeTakeFirst()) !== undefined
}

/** @returns when the day began, but not before the order: it was placed on that very day then */
function readDay(
  { created_at, number }: OrderRow,
  on: Day | undefined,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  if (on === undefined || on === dayIn(timeZone, now)) return now.toISOString()
  const placedOn = dayIn(timeZone, created_at)
  if (on < placedOn) throw wrongDay(`Order ${number} was placed on ${placedOn}, after that day.`)
  if (on > dayIn(timeZone, now)) throw wrongDay('That day is still to come.')
  const start = startOfDay(timeZone, on).toISOString()
  return start < created_at ? created_at : start
}

function wrongDay(detail: string): AppError {
  return invalid([{ pointer: '/date', code: 'custom', detail }])
}
