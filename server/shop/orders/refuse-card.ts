import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { AppError } from '../../web/http/errors.ts'
import { refuseCardSum } from '../payments/card-sum.ts'

/** @returns the reason if the shop accepts cards but none can pay this order; otherwise null */
export function refuseCard(order: OrderRow): AppError | null {
  if (order.status !== 'pending') return notPayable()
  if (order.received_amount !== null) return partlyPaid(order)
  if (order.payment_state === 'processing') return underWay(order)
  const obstacle = refuseCardSum(order)
  return obstacle ? new AppError(409, 'cards_not_taken', obstacle) : null
}

function underWay({ number }: OrderRow): AppError {
  const detail = `Your bank is working on the payment of order ${number}. Don’t pay again.`
  return new AppError(409, 'order_not_payable', detail)
}

export function partlyPaid({ number }: OrderRow): AppError {
  const detail = `A part of order ${number} has come by bank transfer. Pay the rest the same way.`
  return new AppError(409, 'order_partly_paid', detail)
}

export function notPayable(): AppError {
  return new AppError(409, 'order_not_payable', 'This order isn’t waiting for money any more.')
}
