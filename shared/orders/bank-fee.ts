/** The largest fee that can be forgiven, in cents: 25.00, or 2 % of the order's total if that is more. */
export function mostBankFee(total: number): number {
  return Math.max(2500, Math.floor(total / 50))
}
