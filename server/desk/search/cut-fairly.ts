/** Keeps the first `most`, in order, so that no kind crowds out another. */
export function cutFairly<Find extends { kind: string }>(found: Find[], most: number): Find[] {
  const kinds = [...Map.groupBy(found, ({ kind }) => kind).values()]
  const share = Math.floor(most / kinds.length)
  const shares = new Set(kinds.flatMap((ofKind) => ofKind.slice(0, share)))
  const kept = new Set([...shares, ...found.filter((each) => !shares.has(each))].slice(0, most))
  return found.filter((each) => kept.has(each))
}
