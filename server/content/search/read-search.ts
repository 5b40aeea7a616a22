import { badQuery } from '../query/bad-query.ts'
import type { IndexData } from './build-index.ts'
import { type Scores, type SearchField, searchFields, searchIndex, type WordQuery } from './search-index.ts'
import { tokenizeSearch } from './tokenize.ts'

type Search = (index: IndexData) => Scores

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

type RawOptions = { extended?: unknown; fuzziness?: unknown }

const rawQueries = new Map<unknown, (options: RawOptions) => Pick<WordQuery, 'prefix' | 'edits'>>([
  ['term', () => ({ prefix: false, edits: false })],
  ['prefix', () => ({ prefix: true, edits: false })],
  ['match', ({ extended, fuzziness }) => ({ prefix: extended === true, edits: Boolean(fuzziness) })],
  ['fuzzy', ({ fuzziness }) => ({ prefix: true, edits: fuzziness !== 0 })],
])

function rawQuery(query: unknown): Search {
  const { type, field, value, operator, ...options } = Object(query) as Record<string, unknown>
  const matching = rawQueries.get(type)
  if (!matching)
    throw badQuery(`search: of raw queries only ${[...rawQueries.keys()].join(', ')} are supported`)
  const all = type !== 'match' || operator === 'and'
  return words(toText(value), { fields: [toField(field)], all, ...matching(options) })
}

function words(text: string, query: Omit<WordQuery, 'words'>): Search {
  const found = tokenizeSearch(text)
  if (found.length > wordsMax) throw badQuery(`search: takes at most ${wordsMax} words`)
  return (index) => searchIndex(index, { ...query, words: found })
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
