import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { WaitingKind } from '#shared/desk/waiting-words.ts'
import type { Schema } from '../../runtime/db/schema.ts'

type Is = ExpressionBuilder<Schema, 'orders'>

/** The bank has our answer, so staff can do nothing more. */
const isAnswered = (is: Is) => is('attention', 'like', '%"isAnswered":true%')

/** Staff decided to leave it. */
const isLeft = (is: Is) => is('attention', 'like', '%"isLeft":true%')

const asks = (is: Is) => is.and([is('attention', 'is not', null), is.not(isAnswered(is)), is.not(isLeft(is))])

/** Without the subquery, SQLite would walk all orders for the sort, instead of an index of few orders. */
const among = (is: Is, few: (is: Is) => Expression<SqlBool>) =>
  is('orders.id', 'in', is.selectFrom('orders').select('orders.id').where(few))

/** Conditions for orders that wait for staff, by kind. Only an owed refund may coincide with another kind. */
export const waitingOrders = {
  refundFailed: (is) => among(is, (few) => few('refund_failed', '>', 0)),
  refundToSend: (is) => among(is, (few) => few('refund_to_send', '>', 0)),
  disputed: (is) => is.and([is('status', '=', 'disputed'), is.or([is('attention', 'is', null), asks(is)])]),
  // A bank can dispute a refunded payment too, and still wants an answer.
  attention: (is) => among(is, (few) => few.and([asks(few), few('status', '!=', 'disputed')])),
  // The bank's inquiry comes first; the order's page shows both.
  review: (is) => is.and([is('status', '=', 'review'), is.not(asks(is))]),
  // An open card payment waits for its buyer, until a bank refuses it.
  awaiting: (is) =>
    is.and([
      is('status', '=', 'pending'),
      is.or([is('payment_method', '=', 'invoice'), is('payment_state', '=', 'failed')]),
    ]),
} satisfies Record<WaitingKind, (is: Is) => Expression<SqlBool>>

/** Disputes that the bank is deciding. */
export const answeredDisputes = (is: Is) => is.and([is('status', '=', 'disputed'), isAnswered(is)])

/** Reads all kinds concurrently. */
export async function readEach<Kind extends WaitingKind, Value>(
  kinds: readonly Kind[],
  read: (kind: Kind) => Promise<Value>,
): Promise<Record<Kind, Value>> {
  const found = await Promise.all(kinds.map(async (kind) => [kind, await read(kind)] as const))
  return Object.fromEntries(found) as Record<Kind, Value>
}
