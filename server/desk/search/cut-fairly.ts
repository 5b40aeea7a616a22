/** Keeps the first `most`, in order and no more than `mostOfAKind`, so that no kind crowds out another. */
export function cutFairly<Find extends { kind: string }>(
  all: Find[],
  { most, mostOfAKind }: { most: number; mostOfAKind: number },
): Find[] {
  const kinds = [...Map.groupBy(all, ({ kind }) => kind).values()].map((ofKind) =>
    ofKind.slice(0, mostOfAKind),
  )
  const first = new Set(kinds.flat())
  const found = all.filter((each) => first.has(each))
  const share = Math.floor(most / kinds.length)
  const shares = new Set(kinds.flatMap((ofKind) => ofKind.slice(0, share)))
  const chosen = new Set([...shares, ...found.filter((each) => !shares.has(each))].slice(0, most))
  return found.filter((each) => chosen.has(each))
}
