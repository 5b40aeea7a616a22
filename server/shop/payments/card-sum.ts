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

/** Stripe takes sums of up to eight digits. */
const mostSum = 99_999_999

/** Tells the buyer why cards can't pay this total, in cents. Null if they can, or if it is 0. */
export function refuseCardSum({ total, currency }: { total: number; currency: string }): string | null {
  const least = leastSums[currency.toUpperCase()] ?? 0
  if (total > 0 && total < least)
    return `A card payment starts at ${formatPrice(least, currency)}. Pay by transfer, or add something.`
  return total > mostSum ? `A card payment ends at ${formatPrice(mostSum, currency)}. Pay by transfer.` : null
}
