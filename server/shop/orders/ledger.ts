import { sql } from 'kysely'
import { closedStatuses, payableStatuses } from '#shared/orders/orders.ts'
import { cardProvider } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { OrderRow, PaymentRow } from '../../runtime/db/rows/orders.ts'
import { newId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'

/** Defaults to a transfer received now in the order's currency. */
type NewPayment = Pick<PaymentRow, 'dedupe_key' | 'amount' | 'who'> &
  Partial<Pick<PaymentRow, 'currency' | 'received_at' | 'reference' | 'source' | 'statement_line'>>

export const byCard = { source: 'card', who: cardProvider } as const

/** Skips a payment with a known dedupe key. @returns the payment's id; null if the key was known */
export async function enterPayment(
  trx: Trx,
  { id, currency }: Pick<OrderRow, 'id' | 'currency'>,
  payment: NewPayment,
  { now, random }: Moment,
): Promise<string | null> {
  const row = {
    order_id: id,
    currency,
    received_at: now.toISOString(),
    reference: null,
    source: 'transfer' as const,
    statement_line: null,
    ...payment,
    id: newId('pay', { now, random }),
    created_at: now.toISOString(),
  }
  const entered = await trx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return entered?.id ?? null
}

/** Sum in cents. */
export async function sumOfPayments(db: Db, orderId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('payments')
    .select(sql<number>`cast(coalesce(sum(amount), 0) as integer)`.as('sum'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return sum
}

/** Oldest first. */
export function listPayments(db: Db, orderId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('received_at')
    .orderBy('created_at')
    .execute()
}

/** Reason why money came or went. */
type EntryKind = 'payment' | 'credit' | 'repaid' | 'taken_back' | 'given_back' | 'fee' | 'moved' | 'undone'

export function kindOf({ dedupe_key: key, amount }: Pick<PaymentRow, 'dedupe_key' | 'amount'>): EntryKind {
  if (key.startsWith('dispute:')) return amount < 0 ? 'taken_back' : 'given_back'
  if (key.startsWith('repaid:')) return 'repaid'
  if (key.startsWith('fee:')) return 'fee'
  if (key.startsWith('moved:')) return 'moved'
  if (key.startsWith('undone:')) return 'undone'
  return key.startsWith('credit:') ? 'credit' : 'payment'
}

type Entry = Pick<PaymentRow, 'id' | 'dedupe_key' | 'amount' | 'source'>

/** Dedupe key of the entry that undoes a payment, or a refund that wasn’t sent. */
export function undoKey(entry: Pick<Entry, 'id' | 'dedupe_key' | 'amount'>): string {
  const undone = `undone:${entry.id}`
  return kindOf(entry) === 'repaid' ? `repaid:${undone}` : undone
}

/** Drops undone entries, and those that undid them. @param entries all entries of an order */
export function standing<Each extends Pick<Entry, 'id' | 'dedupe_key' | 'amount'>>(entries: Each[]): Each[] {
  const keys = new Set(entries.map(({ dedupe_key }) => dedupe_key))
  const undoings = new Set(entries.map(undoKey))
  return entries.filter((entry) => !keys.has(undoKey(entry)) && !undoings.has(entry.dedupe_key))
}

/** SQL version of `standing`. */
export const isStanding = sql<boolean>`payments.dedupe_key not like '%undone:%' and not exists (
  select 1 from payments as undoing
  where undoing.dedupe_key in ('undone:' || payments.id, 'repaid:undone:' || payments.id))`

/** Whether a transfer, incoming or refund, isn't undone yet. @param entries all entries of its order */
export function isUndoable(entry: Entry, entries: Pick<PaymentRow, 'dedupe_key'>[]): boolean {
  const kind = kindOf(entry)
  const isTransfer =
    entry.source === 'transfer' &&
    ((kind === 'payment' && entry.amount > 0) || (kind === 'repaid' && entry.amount < 0))
  return isTransfer && !entries.some(({ dedupe_key }) => dedupe_key === undoKey(entry))
}

/** Whether no adjustment note covers the entry. A refund’s note covers the transfer that replaced it. */
export const isUnnoted = sql<boolean>`payments.dedupe_key not like 'dispute:%' and payments.dedupe_key not like 'repaid:%'`

/** Whether the buyer paid this entry, or it undoes such an entry. */
export const isBrought = sql<boolean>`${sql.join(
  ['dispute', 'repaid', 'fee', 'moved', 'credit'].map(
    (kind) => sql`payments.dedupe_key not like ${sql.lit(`${kind}:%`)}`,
  ),
  sql` and `,
)}`

/** Cents that banks took in disputes, including money refunded before. */
export function takenInAll(order: Pick<OrderRow, 'taken_back' | 'taken_twice'>): number {
  return order.taken_back + order.taken_twice
}

type Claiming = Pick<OrderRow, 'status' | 'total' | 'taken_back' | 'refund_repaid'>

/**
 * Cents that the order keeps of its payments, besides entries for money taken or paid back. Money that a bank
 * took twice is the buyer's debt, so the order claims it. Late money that reaches the total reopens a closed
 * one.
 */
function claimOf({ status, total, refund_repaid, taken_back }: Claiming): number {
  return closedStatuses.includes(status) ? 0 : total - taken_back - refund_repaid
}

/** Credit in cents; 0 while the order is in review. @param sum sum of its payments */
export function creditOf(order: Claiming, sum: number): number {
  return order.status === 'review' ? 0 : Math.max(0, sum - claimOf(order))
}

/** @returns credit in cents @throws AppError 409 `order_not_refundable` */
export async function requireCredit(db: Db, order: OrderRow): Promise<number> {
  const credit = creditOf(order, await sumOfPayments(db, order.id))
  if (credit > 0) return credit
  throw new AppError(409, 'order_not_refundable', `Order ${order.number} has no credit.`)
}

export type OrderMoney = Awaited<ReturnType<typeof moneyOf>>

/** Amounts in cents. @returns `credit` is money beyond the order's claim, which can be refunded */
export async function moneyOf(db: Db, order: OrderRow) {
  const rows = await listPayments(db, order.id)
  const sum = rows.reduce((total, { amount }) => total + amount, 0)
  return {
    payments: rows.map((row) => ({
      id: row.id,
      amount: row.amount,
      currency: row.currency,
      date: row.received_at,
      reference: row.reference,
      source: row.source,
      kind: kindOf(row),
      who: row.who,
    })),
    outstanding: payableStatuses.includes(order.status) ? Math.max(0, order.total - sum) : 0,
    credit: creditOf(order, sum),
  }
}
