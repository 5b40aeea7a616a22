import { addDays, type Day, dayIn } from '#shared/calendar/calendar.ts'
import { isIban } from '#shared/orders/iban.ts'
import type { Order } from '#shared/orders/orders.ts'
import { describeAccount, type RefundAccount } from '#shared/orders/refund-account.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { Site } from '#shared/seller/site.ts'
import type { ShopContext } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { type BroughtLine, leftOfLine, lineKey, takeFromLine } from './booked-lines.ts'
import { enterPayment, isUndoable, listPayments } from './ledger.ts'
import { mailBuyer } from './order-mails.ts'
import { recordEvent, updateOrder } from './order-store.ts'
import { actOnOrder, type By } from './revision.ts'
import { readTransferDay } from './transfer-day.ts'

type ToSend = Pick<OrderRow, 'refund_to_send' | 'refund_asked_at' | 'refund_due_on' | 'refund_account'>

/** Keeps the days for a refund that wasn't sent after all. The account isn't needed any more. */
const nothingToSend = { refund_to_send: 0, refund_account: null }

/**
 * Staff must send a refund without a card payment. A further one joins the first and keeps its due day.
 * @returns the changed columns
 */
export async function owedByTransfer(
  trx: Trx,
  before: OrderRow,
  { refunded, payment_intent }: Pick<OrderRow, 'refunded' | 'payment_intent'>,
  { site, now }: Owing,
): Promise<Partial<ToSend>> {
  const amount = refunded - before.refunded
  if (payment_intent !== null || amount <= 0) return {}
  const refund_to_send = before.refund_to_send + amount
  if (before.refund_to_send > 0) return { refund_to_send }
  return {
    refund_to_send,
    refund_asked_at: now.toISOString(),
    refund_due_on: addDays(dayIn(site.company.timeZone, now), site.refunds.withinDays),
    ...(await payersAccount(trx, before)),
  }
}

type Owing = { site: Pick<Site, 'company' | 'refunds'>; now: Date }

async function payersAccount(trx: Trx, { id }: OrderRow): Promise<Pick<ToSend, 'refund_account'>> {
  const account = await findPayersAccount(trx, id)
  return { refund_account: account && JSON.stringify(account) }
}

type SentRefund = {
  /** Cents. Defaults to the whole refund that is due. */
  amount?: number | undefined
  /** Day in the company's time zone. Defaults to today. */
  on?: Day | undefined
  reference?: string | undefined
  /** Statement line of outgoing money, in positive cents. */
  line?: BroughtLine | undefined
  /** Refuses any amount but the whole refund that is due. */
  isWhole?: boolean
}

/**
 * Records a refund sent by bank transfer, in the ledger too, and mails the buyer.
 * @returns null for a statement line that was booked before
 * @throws AppError 409 `order_not_refundable`, `refund_too_large`, `amount_differs` or `changed_meanwhile`
 */
export async function sendRefund(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  { on, reference, line, isWhole, ...sent }: SentRefund,
  { who, revision, bind }: By,
): Promise<OrderRow | null> {
  const { timeZone } = shop.library.typed.site.company
  return actOnOrder(shop, { id }, revision, async (trx, order, moment) => {
    if (line && (await leftOfLine(trx, line)) <= 0) return null
    const key = line ? await lineKey(trx, line, order) : `${id}:${order.revision}`
    if (key === null) return null
    const { currency, refund_to_send: owed, refund_repaid: repaid } = order
    const amount = sent.amount ?? owed
    requireOwed(order, { amount, isWhole: isWhole ?? false })
    if (line && !(await takeFromLine(trx, line, amount))) return null
    const entry = {
      dedupe_key: `repaid:${key}`,
      amount: -amount,
      received_at: readTransferDay(order, on, { timeZone, now: moment.now }),
      reference: reference ?? null,
      statement_line: line?.hash ?? null,
      who,
    }
    if ((await enterPayment(trx, order, entry, moment)) === null) return null
    await bind?.(trx, id)
    const left = owed - amount
    const changed = {
      ...(left > 0 ? { refund_to_send: left } : nothingToSend),
      refund_repaid: repaid + amount,
      revision: order.revision + 1,
    }
    await updateOrder(trx, id, changed)
    const detail = `${formatMoney(amount, currency)} went back by transfer${reference ? `, ${reference}` : ''}`
    await recordEvent(trx, { orderId: id, event: 'order.refund_repaid', detail }, moment)
    const after = { sum: amount, toSend: left }
    await recordAudit(trx, { who, act: 'order.refund_repaid', subject: id, after }, moment)
    const mail = { kind: 'refund_repaid', params: { amount, isPromised: true } } as const
    await mailBuyer(trx, order, { ...mail, suffix: `:${order.revision}` }, moment)
    return { ...order, ...changed }
  })
}

/** A refund marked as sent by mistake becomes due again, and the buyer is told. @param amount in cents */
export async function oweRefundAgain(
  trx: Trx,
  order: OrderRow,
  amount: number,
  { who, site, ...moment }: Owing & Moment & Pick<By, 'who'>,
): Promise<void> {
  const { id, currency, refund_to_send: owed, refund_repaid: repaid, refund_due_on: due, revision } = order
  const today = dayIn(site.company.timeZone, moment.now)
  const changed = {
    refund_to_send: owed + amount,
    refund_repaid: repaid - amount,
    // Its day was promised before; a day in the past can't be promised again.
    ...(owed === 0 && { refund_due_on: due === null || due < today ? today : due }),
    ...(owed === 0 && (await payersAccount(trx, order))),
    revision: revision + 1,
  }
  await updateOrder(trx, id, changed)
  const detail = `${formatMoney(amount, currency)} was entered as sent by mistake`
  await recordEvent(trx, { orderId: id, event: 'order.refund_unsent', detail }, moment)
  const after = { sum: amount, toSend: changed.refund_to_send }
  await recordAudit(trx, { who, act: 'order.refund_unsent', subject: id, after }, moment)
  const params = { amount, send: toSendOf({ ...order, ...changed }) }
  await mailBuyer(trx, order, { kind: 'refund_unsent', suffix: `:${revision}`, params }, moment)
}

/** Stores the account for a buyer's refund. @throws AppError 409 `order_not_refundable` if none is due */
export async function nameRefundAccount(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  account: RefundAccount,
): Promise<void> {
  await actOnOrder(shop, { id }, undefined, async (trx, order, moment) => {
    if (order.refund_to_send === 0) throw nothingIsToBeSent(order)
    const refund_account = JSON.stringify(account)
    if (refund_account === order.refund_account) return
    const earlier = accountOf(order)
    // Raises the revision, so that staff who saw the earlier account must look again.
    await updateOrder(trx, id, { refund_account, revision: order.revision + 1 })
    const change = {
      before: { account: earlier && describeAccount(earlier) },
      after: { account: describeAccount(account) },
    }
    await recordAudit(
      trx,
      { who: 'customer', act: 'order.refund_account_named', subject: id, ...change },
      moment,
    )
  })
}

export function accountOf(order: Pick<OrderRow, 'refund_account'>): RefundAccount | null {
  return order.refund_account === null ? null : JSON.parse(order.refund_account)
}

/** The buyer's view of a refund that is due; null if none is. */
export function toSendOf(order: ToSend): Order['refundToSend'] {
  const { refund_to_send: amount, refund_due_on: by } = order
  if (amount === 0 || by === null) return null
  const account = accountOf(order)
  return { amount, by, account: account && describeAccount(account) }
}

function requireOwed(order: OrderRow, { amount, isWhole }: { amount: number; isWhole: boolean }): void {
  const { number, currency, refund_to_send: owed } = order
  if (owed === 0) throw nothingIsToBeSent(order)
  const sum = formatMoney(owed, currency)
  if (amount > owed)
    throw new AppError(409, 'refund_too_large', `Of order ${number}, ${sum} is to be sent back.`)
  if (isWhole && amount !== owed) {
    const detail = `${sum} of order ${number} is to be sent back, not ${formatMoney(amount, currency)}. A part can be taken as one.`
    throw new AppError(409, 'amount_differs', detail)
  }
}

function nothingIsToBeSent({ number }: OrderRow): AppError {
  return new AppError(409, 'order_not_refundable', `No refund of order ${number} is to be sent.`)
}

/** Account named by a statement beside the order's latest payment; null for none. */
export async function findPayersAccount(db: Db, orderId: string): Promise<RefundAccount | null> {
  const payments = await listPayments(db, orderId)
  // An undone payment came from somebody else.
  const booked = payments
    .filter(({ amount, statement_line }) => amount > 0 && statement_line !== null)
    .filter((payment) => isUndoable(payment, payments))
    .toReversed()
  const number = booked.map(({ reference }) => ibanIn(reference ?? '')).find((iban) => iban !== null)
  return number ? { holder: null, number } : null
}

/** Null if the text names two accounts, as it doesn't say which one paid. */
export function ibanIn(text: string): string | null {
  const words = text.toUpperCase().split(/[^A-Z0-9]+/)
  const [only, ...others] = new Set(words.filter(isIban))
  return only !== undefined && others.length === 0 ? only : null
}
