/** In cents: 25.00 of the order's currency, or 2 % of its total if that is more. */
export function mostBankFee(total: number): number {
  return Math.max(2500, Math.floor(total / 50))
}
