import { badQuery } from '../query/bad-query.ts'
import {
  type Scores,
  type SearchField,
  type SearchIndex,
  searchFields,
  type WordQuery,
} from './search-index.ts'
import { tokenizeSearch } from './tokenize.ts'

export type Search = (index: SearchIndex) => Scores

const lengthMax = 500
const wordsMax = 20

/** Reads words, `{ query: words }`, `{ query: field, value: words }` or a raw query. @throws ContentQueryError 400 for anything else */
export function readSearch(search: unknown): Search | undefined {
  if (!search) return undefined
  if (typeof search === 'string') return allWords(toText(search))
  if (typeof search !== 'object') throw badQuery('search: must be words or { query, value }')
  const { query, value, ...others } = search as Record<string, unknown>
  if (query === undefined && Object.keys(others).length > 0) throw badQuery('search: has no query')
  if (!query) return undefined
  if (typeof query === 'object') return rawQuery((query as { query?: unknown }).query)
  if (!value) return allWords(toText(query))
  return anyWord(toField(query), toText(value))
}

function allWords(text: string): Search | undefined {
  if (text.trim() === '') return undefined
  return words(text, { fields: searchFields, all: true, prefix: true, edits: true })
}

function anyWord(field: SearchField, text: string): Search | undefined {
  if (text.trim() === '') return undefined
  return words(text, { fields: [field], all: false, prefix: true, edits: true })
}

function rawQuery(query: unknown): Search {
  const { type, field, value, operator, fuzziness, extended } = Object(query) as Record<string, unknown>
  const shared = { fields: [toField(field)], all: type !== 'match' || operator === 'and' }
  switch (type) {
    case 'term':
      return words(toText(value), { ...shared, prefix: false, edits: false })
    case 'prefix':
      return words(toText(value), { ...shared, prefix: true, edits: false })
    case 'match':
      return words(toText(value), {
        ...shared,
        prefix: extended === true,
        edits: Boolean(fuzziness),
      })
    case 'fuzzy':
      return words(toText(value), { ...shared, prefix: true, edits: fuzziness !== 0 })
    default:
      throw badQuery('search: of raw queries only term, match, prefix and fuzzy are supported')
  }
}

function words(text: string, query: Omit<WordQuery, 'words'>): Search {
  const found = tokenizeSearch(text)
  if (found.length > wordsMax) throw badQuery(`search: takes at most ${wordsMax} words`)
  return (index) => index.search({ ...query, words: found })
}

function toText(value: unknown): string {
  if (typeof value !== 'string') throw badQuery('search: the words must be a string')
  if (value.length > lengthMax) throw badQuery(`search: takes at most ${lengthMax} characters`)
  return value
}

function toField(name: unknown): SearchField {
  if (!searchFields.includes(name as SearchField)) {
    throw badQuery(`search: the field must be one of ${searchFields.join(', ')}`)
  }
  return name as SearchField
}
