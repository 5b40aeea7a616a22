import type { Fields } from '../documents/document.ts'
import { createTurns } from '../turns.ts'
import { createPostingsBuilder, type Postings } from './postings.ts'
import { type SearchField, searchFields } from './search-index.ts'
import { tokenize } from './tokenize.ts'

/** An inverted index of the searched fields, as plain data that can be stored. */
export type IndexData = {
  /** How many documents it was made from. */
  size: number
  /** All words, in code unit order; postings know them by their place here. */
  terms: string[]
  postings: Map<SearchField, Postings>
}

/** Others run in between. */
export async function buildIndex(documents: readonly { fields: Fields }[]): Promise<IndexData> {
  const turns = createTurns()
  const numbers = new Map<string, number>()
  const builders = searchFields.map((field) => ({ field, builder: createPostingsBuilder(documents.length) }))
  for (const [document, { fields }] of documents.entries()) {
    for (const { field, builder } of builders) {
      const { words, joined } = tokenize(textOfField(fields[field]))
      if (words.length > 0) builder.add(document, [...words, ...joined].map(numberOf), words.length)
    }
    if (turns.isOver()) await turns.next()
  }
  const terms: string[] = []
  const byLetter = Map.groupBy(numbers.keys(), (term) => term.charCodeAt(0))
  for (const letter of [...byLetter.keys()].sort((a, b) => a - b)) {
    for (const term of byLetter.get(letter)?.sort() ?? []) terms.push(term)
    if (turns.isOver()) await turns.next()
  }
  const rankOf = new Uint32Array(terms.length)
  terms.forEach((term, rank) => {
    rankOf[numbers.get(term) as number] = rank
  })
  const postings: IndexData['postings'] = new Map()
  for (const { field, builder } of builders) postings.set(field, await builder.finish(rankOf))
  return { size: documents.length, terms, postings }

  function numberOf(word: string): number {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, numbers.size)
    return numbers.size - 1
  }
}

/** Lists are read as their elements; whatever is no text is read as JSON spells it. */
function textOfField(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOfField).join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
