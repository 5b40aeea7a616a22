export type Move = { amount: number; balance: number }

/**
 * A chain is rows whose balances follow from their amounts, in any order.
 * @returns the number of chains; one account makes one
 */
export function countChains(moves: Move[]): number {
  const ends = new Map<number, number>()
  const add = (balance: number, by: number) => ends.set(balance, (ends.get(balance) ?? 0) + by)
  for (const { amount, balance } of moves) {
    add(balance - amount, 1)
    add(balance, -1)
  }
  return [...ends.values()].reduce((sum, open) => sum + Math.max(0, open), 0)
}

/** One row proves nothing, nor do rows without amounts. */
export function isProven(moves: Move[]): boolean {
  const moving = moves.filter(({ amount }) => amount !== 0)
  return moving.length > 1 && moving.length * 2 > moves.length && countChains(moves) <= 1
}
