import type { Fields } from '../documents/document.ts'
import { createTurns } from '../turns.ts'
import { createPostingsBuilder, type Postings } from './postings.ts'
import { type SearchField, searchFields } from './search-index.ts'
import { tokenize } from './tokenize.ts'

/** An inverted index as plain data, so that it can be stored. */
export type IndexData = {
  size: number
  /** Sorted by code unit; postings refer to terms by index. */
  terms: string[]
  postings: Map<SearchField, Postings>
}

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

function textOfField(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOfField).join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
