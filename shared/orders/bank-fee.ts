/** The largest fee that can be forgiven, in cents: 25.00 of the order's currency or 2 % of its total, whichever is more. */
export function mostBankFee(total: number): number {
  return Math.max(2500, Math.floor(total / 50))
}
