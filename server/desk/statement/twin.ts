const sides = ['typed', 'own'] as const

/**
 * A CSV has the account's typed name, and OFX or CAMT.053 its own number, so one line may come under both.
 * @param content hash of the line without its account
 * @returns `twin` to look for among payments, and `statement_twin` of its own payment
 */
export function twinsOf(content: string, isTyped: boolean): { twin: string; own: string } {
  const [typed, own] = sides.map((side) => `${side}:${content}`) as [string, string]
  return isTyped ? { twin: own, own: typed } : { twin: typed, own }
}

/** @returns `statement_twin` of the payment of a line that looks for this twin */
export function otherTwin(twin: string): string {
  const [side, content = ''] = twin.split(':')
  return twinsOf(content, side === 'own').own
}
