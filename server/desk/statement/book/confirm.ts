import type { ConfirmedLine } from '#shared/desk/requests/statement.ts'
import type { Confirmed } from '#shared/desk/statement-answers.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { ShopContext } from '../../../context.ts'
import type { OrderRow } from '../../../runtime/db/rows/orders.ts'
import type { StatementLineRow } from '../../../runtime/db/rows/statements.ts'
import { leftOfLine } from '../../../shop/orders/booked-lines.ts'
import { sendRefund } from '../../../shop/orders/refund-by-transfer.ts'
import { takePayment } from '../../../shop/orders/take-payment.ts'
import { PaymentUnavailable } from '../../../shop/payments/provider.ts'
import { AppError } from '../../../web/http/errors.ts'
import { findStatement } from '../read-statement.ts'
import { rememberDecisions } from '../remember-decisions.ts'
import { findNamedOrder } from './find-named-order.ts'

/**
 * Books lines as payments of chosen orders, and money out as refunds. A line counts once across all files,
 * but may pay several orders. A failing line doesn't stop the others.
 * @throws AppError 404 `statement_not_found`
 */
export async function confirmStatement(
  shop: ShopContext,
  id: string,
  { lines: chosen, who }: { lines: ConfirmedLine[]; who: string },
): Promise<Confirmed> {
  const { db } = shop.database
  const statement = await findStatement(db, id)
  const confirmed: Confirmed = { booked: 0, orders: [], already: [], failed: [] }
  const lines = new Set<number>()
  for (const line of chosen) {
    if (line.as === 'skip') continue
    try {
      const booked = await book(shop, id, line, who)
      if (booked === null) {
        if (!confirmed.already.includes(line.n)) confirmed.already.push(line.n)
      } else {
        lines.add(line.n)
        if (!confirmed.orders.includes(booked)) confirmed.orders.push(booked)
      }
    } catch (error) {
      if (!(error instanceof AppError || error instanceof PaymentUnavailable)) throw error
      confirmed.failed.push({ n: line.n, detail: error.message })
    }
  }
  if (lines.size > 0) await rememberDecisions(db, statement)
  return { ...confirmed, booked: lines.size }
}

/** @returns the order's number; null if the line was booked before */
async function book(
  shop: ShopContext,
  id: string,
  { n, order: name, as, amount }: ConfirmedLine,
  who: string,
) {
  const { db } = shop.database
  const line = await db
    .selectFrom('statement_lines')
    .selectAll()
    .where('statement_id', '=', id)
    .where('n', '=', n)
    .executeTakeFirst()
  if (!line) throw new AppError(422, 'validation_failed', `The statement has no line ${n}.`)
  if (line.pending) throw new AppError(422, 'validation_failed', `The bank hasn’t booked line ${n} yet.`)
  const order = await findNamedOrder(shop, name)
  if (line.currency !== null && line.currency !== order.currency) {
    const detail = `Line ${n} is in ${line.currency}, and order ${order.number} in ${order.currency}.`
    throw new AppError(422, 'validation_failed', detail)
  }
  if (line.amount < 0) return bookRefund(shop, line, { order, as, amount, who })
  const left = await leftOfLine(db, line)
  if (amount !== undefined && left > 0 && amount > left) {
    const detail = `Line ${n} has only ${formatMoney(left, order.currency)} left.`
    throw new AppError(422, 'validation_failed', detail)
  }
  const transfer = {
    amount: amount ?? left,
    on: line.day,
    reference: line.text,
    line: { hash: line.hash, amount: line.amount },
    asCredit: as === 'credit',
    isWhole: as === 'full',
    isLessFee: as === 'fee',
  }
  const { payment } = await takePayment(shop, order, transfer, { who })
  return payment === null ? null : order.number
}

type Refund = Pick<ConfirmedLine, 'as' | 'amount'> & { order: OrderRow; who: string }

/** Books money out as a refund that was still to be sent. */
async function bookRefund(
  shop: ShopContext,
  { n, day, text, hash, amount: out }: StatementLineRow,
  { order, as, amount, who }: Refund,
): Promise<string | null> {
  if (as !== 'full' && as !== 'part')
    throw new AppError(422, 'validation_failed', `Line ${n} is money that went out.`)
  const line = { hash, amount: -out }
  const left = await leftOfLine(shop.database.db, line)
  const sent = { amount: amount ?? left, on: day, reference: text, line, isWhole: as === 'full' }
  return left > 0 && (await sendRefund(shop, order, sent, { who })) ? order.number : null
}
