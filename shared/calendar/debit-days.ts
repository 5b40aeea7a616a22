/**
 * Working days until a bank reports whether a debit succeeded. Covers each currency's usual scheme: BECS, Bacs
 * with a new mandate, ACH, otherwise SEPA. Source: Stripe's pages of each payment method, section on delayed
 * notification.
 */
export function debitDays(currency: string): number {
  return days[currency] ?? 14
}

const days: Record<string, number> = { AUD: 3, GBP: 7, USD: 4 }
