/** How a term of the index meets a word of the query. */
export type TermMatch = { term: number; kind: 'exact' | 'prefix' | 'edit' }

/** Terms in code unit order, so that those with one beginning stand together. */
export type TermDictionary = {
  readonly size: number
  /** The term itself, the terms it begins, and where `edits` allows the terms that one edit of it begins. */
  match(word: string, allow: { prefix: boolean; edits: boolean }): TermMatch[]
}

export function createTermDictionary(terms: string[]): TermDictionary {
  return {
    size: terms.length,
    match(word, { prefix, edits }) {
      // The first letter is never edited: that keeps the search to one stretch of the dictionary.
      const stem = edits ? word.slice(0, 1) : word
      const matches: TermMatch[] = []
      for (let term = lowerBound(terms, stem); terms[term]?.startsWith(stem); term++) {
        const kind = kindOf(terms[term] as string, word, edits)
        if (kind && (prefix || kind === 'exact')) matches.push({ term, kind })
      }
      return matches
    },
  }
}

function kindOf(term: string, word: string, edits: boolean): TermMatch['kind'] | undefined {
  if (term.startsWith(word)) return term.length === word.length ? 'exact' : 'prefix'
  return edits && startsWithinOneEdit(term, word) ? 'edit' : undefined
}

/** Whether some beginning of the term is the word with one letter put in, left out, replaced, or two swapped. */
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
