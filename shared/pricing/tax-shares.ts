/**
 * Shares the tax by the largest remainder method, so that the shares add up to it.
 * @param amounts cents
 * @param tax cents
 */
export function shareTax(amounts: readonly number[], tax: number): number[] {
  const total = BigInt(amounts.reduce((sum, amount) => sum + amount, 0))
  if (total === 0n) return amounts.map(() => 0)
  const exact = amounts.map((amount) => BigInt(amount) * BigInt(tax))
  const shares = exact.map((share) => Number(share / total))
  const missing = tax - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % total }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index)
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
