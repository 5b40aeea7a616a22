import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Schema } from '../../runtime/db/schema.ts'

type Is = ExpressionBuilder<Schema, 'orders'>

/** The bank has an answer, so nobody here can do more. */
const isAnswered = (is: Is) => is('attention', 'like', '%"isAnswered":true%')

/** Kinds of orders that wait for somebody, each as a condition. Only a refund that is owed stands beside another kind. */
export const waitingOrders = {
  refundFailed: (is) => is('refund_failed', '>', 0),
  refundToSend: (is) => is('refund_to_send', '>', 0),
  disputed: (is) =>
    is.and([is('status', '=', 'disputed'), is.or([is('attention', 'is', null), is.not(isAnswered(is))])]),
  // A bank can dispute money that was refunded, and wants an answer all the same.
  attention: (is) =>
    is.and([is('attention', 'is not', null), is.not(isAnswered(is)), is('status', '!=', 'disputed')]),
  review: (is) => is('status', '=', 'review'),
  // A card payment that is open waits for its buyer, until a bank refuses it.
  awaiting: (is) =>
    is.and([
      is('status', '=', 'pending'),
      is.or([is('payment_method', '=', 'invoice'), is('payment_state', '=', 'failed')]),
    ]),
} satisfies Record<string, (is: Is) => Expression<SqlBool>>

/** Disputes that a bank decides now. */
export const answeredDisputes = (is: Is) => is.and([is('status', '=', 'disputed'), isAnswered(is)])

export type WaitingKind = keyof typeof waitingOrders
