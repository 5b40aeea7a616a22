import { cardBound } from '#shared/pricing/card-sums.ts'
import { formatPrice } from '#shared/pricing/money.ts'

type Sum = { total: number; currency: string }

/** @returns why cards can't pay this sum, for the buyer */
export function refuseCardSum({ total, currency }: Sum): string | null {
  const found = cardBound(total, currency)
  if (!found) return null
  const sum = formatPrice(found.sum, currency)
  return found.bound === 'least'
    ? `A card payment starts at ${sum}. Pay by transfer, or add something.`
    : `A card payment ends at ${sum}. Pay by transfer.`
}
