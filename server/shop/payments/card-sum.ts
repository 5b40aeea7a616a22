import { cardBound } from '#shared/pricing/card-sums.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'

type Sum = { total: number; currency: string }

type Payable = Pick<OrderRow, 'status' | 'total' | 'currency' | 'received_amount' | 'payment_state'>

/** Whether a card may pay the order, where cards are taken. `payByCard` refuses all others. */
export function takesCard({ status, received_amount, payment_state, ...sum }: Payable): boolean {
  const isWholeOpen = status === 'pending' && received_amount === null && payment_state !== 'processing'
  return isWholeOpen && refuseCardSum(sum) === null
}

/** @returns why cards can't pay this sum, for the buyer */
export function refuseCardSum({ total, currency }: Sum): string | null {
  const found = cardBound(total, currency)
  if (!found) return null
  const sum = formatPrice(found.sum, currency)
  return found.bound === 'least'
    ? `A card payment starts at ${sum}. Pay by transfer, or add something.`
    : `A card payment ends at ${sum}. Pay by transfer.`
}
