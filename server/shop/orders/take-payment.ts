import type { Day } from '#shared/calendar/calendar.ts'
import { stateInText } from '#shared/desk/words.ts'
import { mostBankFee } from '#shared/orders/bank-fee.ts'
import { payableStatuses } from '#shared/orders/orders.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { ShopContext } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { randomId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { acceptReview } from './accept-review.ts'
import { type BroughtLine, leftOfLine, lineKey, takeFromLine } from './booked-lines.ts'
import { lockCredit, moveKey, spendCredit } from './credit.ts'
import { enterPayment, sumOfPayments } from './ledger.ts'
import { type Payment, paymentOf, receivedOf } from './next-status.ts'
import { mailBuyer } from './order-mails.ts'
import { orderNotFound } from './order-not-found.ts'
import { recordEvent } from './order-store.ts'
import { type By, requireOrderRevision } from './revision.ts'
import { settle } from './settle.ts'
import { readTransferDay } from './transfer-day.ts'

export type ReceivedTransfer = {
  /** Cents. Defaults to the outstanding amount. */
  amount?: number | undefined
  /** Day in the company's time zone. Defaults to today. */
  on?: Day | undefined
  reference?: string | undefined
  /** Statement line, which can be booked once per order. */
  line?: BroughtLine | undefined
  /** Accepts money for a paid order as credit. */
  asCredit?: boolean
  /** Refuses any amount but the outstanding one. */
  isWhole?: boolean
  /** Counts the whole order as paid, because a bank kept a fee. */
  isLessFee?: boolean
  /** Credit of another order, which pays as much as it can. */
  credit?: { of: OrderRow; revision: number | undefined }
}

/**
 * Records a bank transfer. The order is paid once its payments reach the total; any excess becomes credit.
 * The customer can no longer pay by card. No transfer can be recorded while a bank is processing a debit.
 * @returns the order after the change and the payment's id, or `null` for a statement line that was booked
 * before
 * @throws AppError 409 `order_not_payable` or `changed_meanwhile`, 422 for a day before the order or in the
 * future
 */
export async function takePayment(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  transfer: ReceivedTransfer,
  { who, revision, bind }: By,
): Promise<{ order: OrderRow; payment: string | null }> {
  // A card payment may have arrived meanwhile, and takes precedence.
  const order = await settle(shop, id)
  if (!order) throw orderNotFound()
  await requireOrderRevision(shop.database.db, order, revision)
  const { timeZone } = shop.library.typed.site.company
  const receivedAt = readTransferDay(order, transfer.on, { timeZone, now: shop.clock() })
  if ((await requireDue(shop.database.db, order, transfer)) === null) return { order, payment: null }
  // A buyer who has paid in part by transfer must not pay the whole by card.
  if (payableStatuses.includes(order.status)) await shop.payments?.closeSession(order)
  const arrived = { ...transfer, receivedAt, who, bind }
  let payment: string | null = null
  const paid = await settle(shop, id, async (current, trx, moment) => {
    await requireOrderRevision(trx, current, revision)
    const isOpenedMeanwhile = current.session_id !== null && current.session_id !== order.session_id
    if (isOpenedMeanwhile) await requireOrderRevision(trx, current, order.revision)
    const booked = await book(trx, current, arrived, moment)
    payment = booked?.payment ?? null
    return paymentOf(current, booked ? reached(current, booked.sum) : {})
  })
  return { order: paid ?? order, payment }
}

type Arrived = ReceivedTransfer & Pick<By, 'who' | 'bind'> & { receivedAt: string }

/** @returns the payment's id and the order's payments in cents; null if the line was booked before */
async function book(
  trx: Trx,
  order: OrderRow,
  { receivedAt, who, bind, ...transfer }: Arrived,
  moment: Moment,
): Promise<{ payment: string; sum: number } | null> {
  const credit = transfer.credit && (await lockCredit(trx, transfer.credit.of, transfer.credit.revision))
  const due = await requireDue(trx, order, transfer, credit?.sum)
  if (due === null) return null
  const { before, amount, fee } = due
  if (transfer.line && !(await takeFromLine(trx, transfer.line, amount))) return null
  const { id, currency } = order
  const reference = credit ? `From order ${credit.order.number}` : (transfer.reference ?? null)
  const once = transfer.line
    ? { dedupe_key: `line:${await lineKey(trx, transfer.line, order)}`, statement_line: transfer.line.hash }
    : { dedupe_key: credit ? moveKey(credit.order, order) : `transfer:${randomId('once', moment.random)}` }
  const row = { ...once, amount, received_at: receivedAt, reference, who }
  const payment = await enterPayment(trx, order, row, moment)
  // Another transaction may have booked the same line for another order.
  if (payment === null) return null
  await bind?.(trx, payment)
  if (credit) await spendCredit(trx, credit, { amount, who, to: order }, moment)
  if (fee > 0) {
    const kept = { dedupe_key: `fee:${payment}`, amount: fee, reference: 'Bank fee', statement_line: null }
    await enterPayment(trx, order, { ...row, ...kept }, moment)
  }
  const forgiven = fee > 0 ? `, ${formatMoney(fee, currency)} forgiven as a bank’s fee` : ''
  const by = credit ? 'by credit' : 'by transfer'
  const detail = `${formatMoney(amount, currency)} ${by}${reference ? `, ${reference}` : ''}${forgiven}`
  await recordEvent(trx, { orderId: id, event: 'order.payment_taken', detail }, moment)
  const sum = before + amount + fee
  const change = { before: { received: before }, after: { received: sum, payment, ...(fee > 0 && { fee }) } }
  await recordAudit(trx, { who, act: 'order.payment_taken', subject: id, ...change }, moment)
  if (payableStatuses.includes(order.status) && sum < order.total) {
    const params = { amount, from: credit?.order.number ?? null }
    await mailBuyer(trx, order, { kind: 'part_received', suffix: `:${payment}`, params }, moment)
  }
  return { payment, sum }
}

/** Money above the total of a paid order is credit, which changes nothing. */
function reached(order: OrderRow, sum: number): Partial<Payment> {
  if (!payableStatuses.includes(order.status)) return { received: receivedOf(order) }
  const { total, currency } = order
  return sum >= total ? { received: { amount: total, currency } } : { soFar: sum }
}

/** @throws AppError as `takePayment` and `acceptReview` do */
export async function markPaid(
  shop: ShopContext,
  order: OrderRow,
  transfer: ReceivedTransfer,
  by: By,
): Promise<OrderRow | null> {
  const isAccepted = transfer.amount === undefined && (await settle(shop, order.id))?.status === 'review'
  return isAccepted ? acceptReview(shop, order, by) : (await takePayment(shop, order, transfer, by)).order
}

/**
 * @param most credit available for the payment
 * @returns amount, earlier payments and bank fee in cents; null for a line that was booked
 * @throws AppError 409 for money that the order doesn't await
 */
async function requireDue(
  db: Db,
  { id, number, status, total, currency, payment_state: state }: OrderRow,
  transfer: ReceivedTransfer,
  most = Number.POSITIVE_INFINITY,
): Promise<{ amount: number; before: number; fee: number } | null> {
  const { line } = transfer
  // Sums the payments before reading the line, so that a concurrent booking shows on the line.
  const before = await sumOfPayments(db, id)
  if (line && ((await leftOfLine(db, line)) <= 0 || (await lineKey(db, line, { id })) === null)) return null
  if (!payableStatuses.includes(status) && !transfer.asCredit) {
    throw new AppError(409, 'order_not_payable', `Order ${number} is ${stateInText(status)} already.`)
  }
  if (state === 'processing') {
    const detail = `The buyer’s bank is working on the payment of order ${number}. Enter the transfer once that has come or failed, or the order would be paid twice.`
    throw new AppError(409, 'order_not_payable', detail)
  }
  const outstanding = Math.max(0, total - before)
  const amount = transfer.amount ?? Math.min(outstanding, most)
  if (amount < 1) throw new AppError(409, 'order_not_payable', `Nothing is outstanding of order ${number}.`)
  if (transfer.isWhole && amount !== outstanding) {
    const way = amount > outstanding ? 'What is too much can stay as credit.' : 'A part can be taken as one.'
    throw new AppError(
      409,
      'amount_differs',
      `Order ${number} waits for ${formatMoney(outstanding, currency)}, not ${formatMoney(amount, currency)}. ${way}`,
    )
  }
  const fee = transfer.isLessFee ? outstanding - amount : 0
  if (transfer.isLessFee && (fee < 1 || fee > mostBankFee(total))) {
    const detail = `Of order ${number}, up to ${formatMoney(mostBankFee(total), currency)} can be forgiven as a bank’s fee, not ${formatMoney(fee, currency)}.`
    throw new AppError(409, 'amount_differs', detail)
  }
  return { amount, before, fee }
}
