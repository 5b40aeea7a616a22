import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { WaitingKind } from '#shared/desk/waiting-words.ts'
import type { Schema } from '../../runtime/db/schema.ts'

type Is = ExpressionBuilder<Schema, 'orders'>

/** The bank has an answer, so nobody here can do more. */
const isAnswered = (is: Is) => is('attention', 'like', '%"isAnswered":true%')

/** Somebody decided to do nothing about it. */
const isLeft = (is: Is) => is('attention', 'like', '%"isLeft":true%')

const asks = (is: Is) => is.and([is('attention', 'is not', null), is.not(isAnswered(is)), is.not(isLeft(is))])

/** Few at any time. For a sorted list of them, SQLite would otherwise walk all orders instead of the index of these. */
const among = (is: Is, few: (is: Is) => Expression<SqlBool>) =>
  is('orders.id', 'in', is.selectFrom('orders').select('orders.id').where(few))

/** Kinds of orders that wait for somebody, each as a condition. Only a refund that is owed stands beside another kind. */
export const waitingOrders = {
  refundFailed: (is) => among(is, (few) => few('refund_failed', '>', 0)),
  refundToSend: (is) => among(is, (few) => few('refund_to_send', '>', 0)),
  disputed: (is) => is.and([is('status', '=', 'disputed'), is.or([is('attention', 'is', null), asks(is)])]),
  // A bank can dispute money that was refunded, and wants an answer all the same.
  attention: (is) => among(is, (few) => few.and([asks(few), few('status', '!=', 'disputed')])),
  // What the bank asks comes first, and the order's page says both.
  review: (is) => is.and([is('status', '=', 'review'), is.not(asks(is))]),
  // A card payment that is open waits for its buyer, until a bank refuses it.
  awaiting: (is) =>
    is.and([
      is('status', '=', 'pending'),
      is.or([is('payment_method', '=', 'invoice'), is('payment_state', '=', 'failed')]),
    ]),
} satisfies Record<WaitingKind, (is: Is) => Expression<SqlBool>>

/** Disputes that a bank decides now. */
export const answeredDisputes = (is: Is) => is.and([is('status', '=', 'disputed'), isAnswered(is)])

/** Reads what belongs to each kind, all at once. */
export async function readEach<Kind extends WaitingKind, Value>(
  kinds: readonly Kind[],
  read: (kind: Kind) => Promise<Value>,
): Promise<Record<Kind, Value>> {
  const found = await Promise.all(kinds.map(async (kind) => [kind, await read(kind)] as const))
  return Object.fromEntries(found) as Record<Kind, Value>
}
