import { formatPrice } from '#shared/pricing/money.ts'

/**
 * Minimum and maximum sums that Stripe charges, in hundredths of the currency. Source: "Minimum and maximum
 * charge amounts" of https://docs.stripe.com/currencies. Stripe converts other currencies, whose minimum only
 * it knows.
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

/** Stripe's maximum, eight digits. */
const mostSum = 99_999_999

/** Reason why cards can't pay this total, in cents. Null if they can, or if it is 0. */
export function refuseCardSum({ total, currency }: { total: number; currency: string }): string | null {
  const least = leastSums[currency.toUpperCase()] ?? 0
  if (total > 0 && total < least)
    return `A card payment starts at ${formatPrice(least, currency)}. Pay by transfer, or add something.`
  return total > mostSum ? `A card payment ends at ${formatPrice(mostSum, currency)}. Pay by transfer.` : null
}
