/**
 * Working days within which a bank says whether a debit succeeds, by the currency's usual scheme: BECS, Bacs with a new
 * mandate, ACH, and else SEPA's.
 * Source: Stripe's pages of each payment method, section on delayed notification.
 */
export function debitDays(currency: string): number {
  return days[currency] ?? 14
}

const days: Record<string, number> = { AUD: 3, GBP: 7, USD: 4 }
