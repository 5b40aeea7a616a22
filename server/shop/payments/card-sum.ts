import { formatPrice } from '#shared/pricing/money.ts'

/**
 * The least and the most that Stripe charges, in hundredths of the currency. Source: "Minimum and maximum charge amounts"
 * of https://docs.stripe.com/currencies. A currency that isn't listed is converted, so only Stripe knows its least sum.
 */
const leastSums: Record<string, number> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  INR: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
}

/** Eight digits. */
const mostSum = 99_999_999

/** @param total in cents; an order of 0 needs no payment @returns the bound that forbids a card payment */
function cardBound(total: number, currency: string): { bound: 'least' | 'most'; sum: number } | null {
  const least = leastSums[currency.toUpperCase()] ?? 0
  if (total > 0 && total < least) return { bound: 'least', sum: least }
  return total > mostSum ? { bound: 'most', sum: mostSum } : null
}

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
