import { sql } from 'kysely'
import { dayIn } from '#shared/calendar/calendar.ts'
import { quarterOf } from '#shared/desk/quarters.ts'
import { stateInText } from '#shared/desk/words.ts'
import { closedStatuses, type OrderStatus } from '#shared/orders/orders.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { ShopContext } from '../../context.ts'
import { setLicencesOfOrder } from '../../licences/licensing/issue.ts'
import type { LicenceWebhookContext } from '../../licences/licensing/licence-webhooks.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { Written } from '../../runtime/db/rows/buyer.ts'
import type { OrderRow, PaymentRow } from '../../runtime/db/rows/orders.ts'
import { AppError } from '../../web/http/errors.ts'
import { settleCodeUse } from '../codes/uses.ts'
import { issueAdjustmentNote } from '../invoices/issue.ts'
import { loadPdf } from '../invoices/pdf.ts'
import { settleQuote } from '../quotes/quotes.ts'
import { takeFromLine } from './booked-lines.ts'
import { enterPayment, isUndoable, listPayments, undoKey } from './ledger.ts'
import { nextCheckAt } from './next-check.ts'
import { mailBuyer } from './order-mails.ts'
import { recordEvent, updateOrder } from './order-store.ts'
import { enqueueOrderChanged } from './order-webhooks.ts'
import { oweRefundAgain } from './refund-by-transfer.ts'
import { actOnOrder, type By } from './revision.ts'
import { nextStepAt } from './transfer.ts'

/**
 * Undoes a transfer that was booked by mistake, with an entry in the ledger. Its statement line can then be
 * booked to another order. The order returns to its earlier status, and its keys are suspended until its
 * money comes. A note cancels an invoice that says it's paid. A refund that wasn't sent becomes due again.
 * @throws AppError 409 `payment_not_undoable` or `changed_meanwhile`
 */
export async function undoPayment(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  paymentId: string,
  { who, revision, bind }: By,
): Promise<void> {
  const { site, pricing } = shop.library.typed
  await loadPdf()
  await actOnOrder(shop, { id }, revision, async (trx, order, moment) => {
    const payments = await listPayments(trx, id)
    const { timeZone } = site.company
    const sent = payments.find(({ id }) => id === paymentId)
    if (!sent || !isUndoable(sent, payments))
      throw notUndoable('Only a bank transfer that stands can be taken back.')
    const { undone, amount, left, isUnpaid } = undoOf(order, payments, sent)
    const refusal = whyNot(order, { payment: sent, left }, { timeZone, now: moment.now })
    if (refusal) throw notUndoable(refusal)
    if (isUnpaid) await endLicences(trx, order, { who, site, pricing, ...moment })
    await bind?.(trx, id)
    for (const payment of undone) {
      const { currency, reference, statement_line: hash } = payment
      const same = { currency, reference, statement_line: hash }
      const entry = { ...same, dedupe_key: undoKey(payment), amount: -payment.amount, who }
      if ((await enterPayment(trx, order, entry, moment)) === null)
        throw notUndoable('It was taken back already.')
      const taken = Math.abs(payment.amount)
      if (hash) await takeFromLine(trx, { hash, amount: taken }, -taken)
    }
    if (sent.amount < 0) return oweRefundAgain(trx, order, -sent.amount, { who, site, ...moment })
    const status = isUnpaid ? await statusBefore(trx, order) : order.status
    const change = after(order, { left, status, now: moment.now })
    await updateOrder(trx, id, change)
    await enqueueOrderChanged(trx, order, { ...order, ...change }, { site, ...moment })
    const detail = `${formatMoney(sent.amount, order.currency)} was booked by mistake`
    await recordEvent(trx, { orderId: id, event: 'order.payment_undone', detail }, moment)
    const entry = {
      before: { status: order.status },
      after: { sum: amount, ...(isUnpaid && { status }) },
    }
    await recordAudit(trx, { who, act: 'order.payment_undone', subject: id, ...entry }, moment)
    if (order.paid_at !== null && !isUnpaid) return
    if (isUnpaid) await releaseMails(trx, order)
    const issuing = { site, siteUrl: shop.config.siteUrl, ...moment }
    const note = isUnpaid ? await endAsUnpaid(trx, { ...order, status, paid_at: null }, issuing) : null
    const params = { amount: sent.amount, hadKeys: isUnpaid, note }
    const mail = { kind: 'payment_undone', suffix: `:${order.revision}`, params } as const
    await mailBuyer(trx, order, mail, moment)
  })
}

/**
 * Consequences of undoing a payment.
 * @returns `undone`: its entries, with its forgiven bank fee; `left`: the cents that the order then has
 */
function undoOf(order: OrderRow, payments: PaymentRow[], { id: paymentId }: Pick<PaymentRow, 'id'>) {
  const undone = payments.filter(
    ({ id, dedupe_key }) => id === paymentId || dedupe_key === `fee:${paymentId}`,
  )
  const amount = sumOf(undone)
  const left = sumOf(payments) - amount
  return { undone, amount, left, isUnpaid: amount > 0 && order.paid_at !== null && left < order.total }
}

const sumOf = (payments: PaymentRow[]) => payments.reduce((sum, { amount }) => sum + amount, 0)

type Now = { timeZone: string; now: Date }

/** Reason why a transfer can't be undone; null if the order's money allows it. */
function whyNot(
  order: OrderRow,
  { payment, left }: { payment: PaymentRow; left: number },
  { timeZone, now }: Now,
): string | null {
  const quarter = (at: Date | string) => quarterOf(dayIn(timeZone, at)).from
  const isOver = quarter(payment.received_at) !== quarter(now)
  if (payment.amount < 0) return whyNotUnsent(order, isOver)
  if (isOver) return 'The quarter of the payment is over, so it stands in a return. Refund it instead.'
  if (order.refunded > 0 || order.payment_intent !== null || order.status === 'review')
    return `The order is ${stateInText(order.status)}. Refund it instead.`
  return left < 0 ? 'Its credit went back to the buyer, or to another order.' : null
}

/** Reason why a refund marked as sent can't become due again; null if it can. */
function whyNotUnsent({ payment_intent }: OrderRow, isOver: boolean): string | null {
  if (payment_intent !== null) return 'The card’s refund failed, and it went by transfer instead.'
  return isOver ? 'The quarter in which the refund was sent is over.' : null
}

const keysUsed = 'A key of the order was turned on, or a licence was changed. Refund it instead.'

/** @returns for each standing transfer's id, why `undoPayment` would refuse it; null if it wouldn't */
export async function findUndoable(db: Db, order: OrderRow, now: Now): Promise<Map<string, string | null>> {
  const payments = await listPayments(db, order.id)
  const standing = payments.filter((payment) => isUndoable(payment, payments))
  const isUsed = standing.length > 0 && (await areLicencesUsed(db, order))
  return new Map(
    standing.map((payment) => {
      const { left, isUnpaid } = undoOf(order, payments, payment)
      return [payment.id, whyNot(order, { payment, left }, now) ?? (isUsed && isUnpaid ? keysUsed : null)]
    }),
  )
}

/** A key in use means that the buyer received the goods. @throws AppError 409 `payment_not_undoable` */
async function endLicences(
  trx: Trx,
  order: OrderRow,
  { who, ...context }: LicenceWebhookContext & Pick<By, 'who'>,
): Promise<void> {
  // Suspends first, which locks the rows, so no key is activated after the check.
  await setLicencesOfOrder(trx, order, { status: 'suspended', takenBackBy: who }, context)
  if (await areLicencesUsed(trx, order)) throw notUndoable(keysUsed)
}

async function areLicencesUsed(db: Db, { id }: OrderRow): Promise<boolean> {
  const used = await db
    .selectFrom('order_lines')
    .leftJoin('licences', 'licences.order_line_id', 'order_lines.id')
    .leftJoin('activations', 'activations.licence_id', 'licences.id')
    .select('activations.id')
    .where('order_lines.order_id', '=', id)
    .where((is) => is.or([is('order_lines.change', 'is not', null), is('activations.id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

function after(
  order: OrderRow,
  { left, status, now }: { left: number; status: OrderStatus; now: Date },
): Partial<Written<OrderRow>> {
  const revision = order.revision + 1
  const held =
    left > 0
      ? { received_amount: left, received_currency: order.currency }
      : { received_amount: null, received_currency: null }
  const isUnpaid = status !== order.status
  if (order.paid_at !== null && !isUnpaid) return { revision }
  if (!isUnpaid) return { ...held, revision }
  // The transfer had changed the payment method; without terms such an order would never lapse.
  const payment_method = order.transfer_terms === null ? ('card' as const) : order.payment_method
  const unpaid = { status, paid_at: null, payment_method }
  return {
    ...held,
    revision,
    ...unpaid,
    next_check_at: nextCheckAt({ ...order, ...unpaid }, now),
    transfer_step_at: status === 'pending' ? (nextStepAt(order, now)?.toISOString() ?? null) : null,
  }
}

/** @returns the closed status if the order was closed when the money came, otherwise `pending` */
async function statusBefore(trx: Trx, { id }: OrderRow): Promise<OrderStatus> {
  const closed = await trx
    .selectFrom('order_events')
    .select('event')
    .where('order_id', '=', id)
    .where(
      'event',
      'in',
      closedStatuses.map((status) => `order.${status}`),
    )
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return closedStatuses.find((status) => closed?.event === `order.${status}`) ?? 'pending'
}

/**
 * Keeps an invoice issued before its payment.
 * @returns number of the note that cancels another invoice, or null
 */
async function endAsUnpaid(
  trx: Trx,
  order: OrderRow,
  issuing: Parameters<typeof issueAdjustmentNote>[2],
): Promise<string | null> {
  await settleQuote(trx, order)
  await settleCodeUse(trx, order, issuing.now)
  if (order.status === 'pending' && order.transfer_terms !== null) return null
  const reason = 'Its payment was somebody else’s, and was booked by mistake.'
  return issueAdjustmentNote(trx, { order, refunded: order.total, reason }, issuing)
}

/** Lets the payment's mails be sent again when the money comes. */
async function releaseMails(trx: Trx, { id, revision }: OrderRow): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ dedupe_key: sql`dedupe_key || ${`:undone:${revision}`}` })
    .where('order_id', '=', id)
    .where('kind', 'in', ['order_paid', 'order_paid_notice'])
    .where('dedupe_key', 'not like', '%:undone:%')
    .execute()
}

function notUndoable(detail: string): AppError {
  return new AppError(409, 'payment_not_undoable', `${detail} Nothing was done.`)
}
