import type { ParsedContentQuery } from '#shared/content/content-query.ts'
import { ContentQueryError } from '#shared/content/content-query-error.ts'
import type { ContentDocument } from '../documents/document.ts'
import { readSearch } from '../search/read-search.ts'
import type { Scores } from '../search/search-index.ts'
import { createTurns } from '../turns.ts'
import type { View } from '../view.ts'
import { filterPlaces } from './filter-places.ts'
import { createPicker, type Picker } from './pick.ts'
import { neighbours } from './surround.ts'

export type QueryAnswer = {
  /** Callers must not change it. */
  data(): Promise<unknown>
  json(): AsyncIterable<string>
  /** Number of matches before skip and limit, for a list. */
  total?: number
}

const partLength = 64 * 1024

/**
 * A directory gives a list, a document an object.
 * @throws ContentQueryError 404 if nothing is there, 400 for an invalid query
 */
export async function runQuery(view: View, path: string, query: ParsedContentQuery): Promise<QueryAnswer> {
  const { documents, directories } = view.collection
  if (directories.has(path)) return findList(view, view.inside(path, query.deep), query)
  const place = view.at(path)
  if (place === undefined) throw notFound(path)
  if (!query.surround) {
    const [document] = (await select(view, [place], query)).documents
    if (!document) throw notFound(path)
    return single(document, createPicker(query, view.collection.parse))
  }
  // The neighbours of a single document are in its folder.
  const { dir } = documents[place] as ContentDocument
  return findList(view, view.inside(dir, false), query)
}

async function findList(
  view: View,
  candidates: readonly number[],
  query: ParsedContentQuery,
): Promise<QueryAnswer> {
  const { documents, total } = await select(view, candidates, query)
  const shown = query.surround ? neighbours(documents, query.surround) : documents
  return list(shown, createPicker(query, view.collection.parse), total)
}

/** @returns the documents after skip and limit, and the count before */
async function select(
  view: View,
  candidates: readonly number[],
  query: ParsedContentQuery,
): Promise<{ documents: ContentDocument[]; total: number }> {
  const matches = await order(view, await filterPlaces(view.collection, candidates, query.where), query)
  const end = query.limit === undefined ? undefined : query.skip + query.limit
  const places = matches.slice(query.skip, end)
  const documents = places.map((place) => view.collection.documents[place] as ContentDocument)
  return { documents, total: matches.length }
}

function single(document: ContentDocument, pick: Picker): QueryAnswer {
  return {
    data: async () => pick.toData(document),
    async *json() {
      yield pick.toJson(document)
    },
  }
}

function list(documents: (ContentDocument | null)[], pick: Picker, total: number): QueryAnswer {
  return {
    total,
    async data() {
      const turns = createTurns()
      const items: unknown[] = []
      for (const document of documents) {
        if (turns.isOver()) await turns.next()
        items.push(document && pick.toData(document))
      }
      return items
    },
    async *json() {
      const turns = createTurns()
      let part = '['
      for (const [index, document] of documents.entries()) {
        if (turns.isOver()) await turns.next()
        part += `${index > 0 ? ',' : ''}${document ? pick.toJson(document) : 'null'}`
        if (part.length < partLength) continue
        yield part
        part = ''
      }
      yield `${part}]`
    },
  }
}

async function order(
  view: View,
  candidates: readonly number[],
  query: ParsedContentQuery,
): Promise<readonly number[]> {
  const search = readSearch(query.search)
  const scores = search?.(view.collection.index)
  const matches = scores ? candidates.filter((place) => scoreOf(scores, place) > 0) : candidates
  if (query.sortBy.length > 0) return inOrder(await view.collection.sorted(query.sortBy), matches)
  if (!scores) return matches
  return matches.toSorted((a, b) => scoreOf(scores, b) - scoreOf(scores, a) || a - b)
}

function scoreOf(scores: Scores, place: number): number {
  return scores[place] as number
}

/** Filtering a known order is cheaper than sorting again. */
function inOrder(sorted: Uint32Array, matches: readonly number[]): number[] {
  const wanted = new Uint8Array(sorted.length)
  for (const place of matches) wanted[place] = 1
  const result: number[] = []
  for (const place of sorted) if (wanted[place] === 1) result.push(place)
  return result
}

function notFound(path: string): ContentQueryError {
  return new ContentQueryError(404, { message: `${path} not found` })
}
