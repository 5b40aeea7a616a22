export type TermMatch = { term: number; kind: 'exact' | 'prefix' | 'edit' }

/**
 * Finds the exact term, terms with this prefix, and with `edits` also terms whose prefix is one edit away.
 * @param terms sorted by code unit, so that those with a common prefix are adjacent
 */
export function matchTerms(
  terms: string[],
  word: string,
  { prefix, edits }: { prefix: boolean; edits: boolean },
): TermMatch[] {
  // The first letter is never edited, which limits the search to one stretch of the terms.
  const stem = edits ? word.slice(0, 1) : word
  const matches: TermMatch[] = []
  for (let term = lowerBound(terms, stem); terms[term]?.startsWith(stem); term++) {
    const kind = kindOf(terms[term] as string, word, edits)
    if (kind && (prefix || kind === 'exact')) matches.push({ term, kind })
  }
  return matches
}

function kindOf(term: string, word: string, edits: boolean): TermMatch['kind'] | undefined {
  if (term.startsWith(word)) return term.length === word.length ? 'exact' : 'prefix'
  return edits && startsWithinOneEdit(term, word) ? 'edit' : undefined
}

/** One edit inserts, deletes, replaces or transposes. */
function startsWithinOneEdit(term: string, word: string): boolean {
  let at = 1
  while (at < term.length && term[at] === word[at]) at++
  return (
    term.startsWith(word.slice(at + 1), at) ||
    (at < term.length && term.startsWith(word.slice(at + 1), at + 1)) ||
    term.startsWith(word.slice(at), at + 1) ||
    (term[at] === word[at + 1] && term[at + 1] === word[at] && term.startsWith(word.slice(at + 2), at + 2))
  )
}

function lowerBound(terms: string[], wanted: string): number {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((terms[middle] as string) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
