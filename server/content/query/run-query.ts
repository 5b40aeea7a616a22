import { listLimit, type ParsedContentQuery } from '#shared/content-query.ts'
import { ContentQueryError } from '#shared/content-query-error.ts'
import type { ContentDocument } from '../documents/document.ts'
import { readSearch } from '../search/read-search.ts'
import type { Scores } from '../search/search-index.ts'
import type { Steps } from '../steps.ts'
import type { View } from '../view.ts'
import { badQuery } from './bad-query.ts'
import { allOf } from './combine.ts'
import { createConditionClock } from './condition-clock.ts'
import { createPicker, type Picker } from './pick.ts'
import { neighbours } from './surround.ts'
import { type Condition, compileWhere } from './where.ts'

/** What a query found, as data or as JSON. Lists have a `total`: the matches before skip and limit. */
export type Found = { toData(): Steps<unknown>; toJson(): Steps<string>; total?: number }

/** How many documents a filter on a parsed field may look into: parsing takes milliseconds each. */
const parsedMax = 1_000
/** How many plain documents are filtered or written between two looks at the clock. */
const stride = 8

/**
 * Answers a query at a path: a list for a directory, an object for a document.
 * @throws ContentQueryError 404 when nothing is there, 400 when the query makes no sense.
 */
export function* runQuery(view: View, path: string, query: ParsedContentQuery): Steps<Found> {
  const { documents, directories, parse } = view.collection
  const isDirectory = directories.has(path)
  const place = isDirectory ? undefined : view.at(path)
  if (!isDirectory && place === undefined) throw notFound(path)

  // The neighbours of a single document are those in its folder.
  const isList = isDirectory || query.surround !== undefined
  const candidates = isDirectory
    ? view.inside(path, query.deep)
    : isList
      ? view.inside((documents[place as number] as ContentDocument).dir, false)
      : [place as number]
  const matches = order(view, yield* filter(view, candidates, query), query)
  const pick = createPicker(query, parse)
  const end = query.limit === undefined ? undefined : query.skip + query.limit

  if (!isList) {
    const [first] = matches.slice(query.skip, end)
    if (first === undefined) throw notFound(path)
    const document = documents[first] as ContentDocument
    return {
      *toData() {
        yield
        return pick.toData(document)
      },
      *toJson() {
        yield
        return pick.toJson(document)
      },
    }
  }
  const total = matches.length
  const toDocuments = (places: readonly number[]) => places.map((at) => documents[at] as ContentDocument)
  if (query.surround) {
    const listed = toDocuments(matches.slice(query.skip, end))
    return list(neighbours(listed, query.surround), pick, total)
  }
  const most = query.skip + (pick.isWhole ? listLimit.whole : listLimit.plain)
  const listed = matches.slice(query.skip, Math.min(end ?? most, most))
  return list(toDocuments(listed), pick, total)
}

function list(documents: (ContentDocument | null)[], pick: Picker, total: number): Found {
  return {
    total,
    toData: () => each(pick.toData),
    *toJson() {
      return `[${(yield* each(pick.toJson)).map((json) => json ?? 'null').join(',')}]`
    },
  }

  function* each<Part>(toPart: (document: ContentDocument) => Part): Steps<(Part | null)[]> {
    const parts: (Part | null)[] = []
    for (const document of documents) {
      parts.push(document && toPart(document))
      if (pick.isWhole || parts.length % stride === 0) yield
    }
    return parts
  }
}

function* filter(
  view: View,
  candidates: readonly number[],
  query: ParsedContentQuery,
): Steps<readonly number[]> {
  if (query.where.length === 0) return candidates
  const { read, hasField } = view.collection
  const clock = createConditionClock()
  const conditions = clock.run(() => compileWhere(query.where, read, hasField, clock))
  const cheap = conditions.filter(({ parsed }) => parsed.length === 0)
  const costly = conditions.filter(({ parsed }) => parsed.length > 0)
  const matches = cheap.length > 0 ? clock.run(() => candidates.filter(timed(toTest(cheap)))) : candidates
  if (costly.length === 0) return matches
  if (matches.length > parsedMax) {
    throw badQuery(
      `where: filters on body, toc and excerpt look into at most ${parsedMax} documents; narrow the rest`,
    )
  }
  const test = toTest(costly)
  const roots = [...new Set(costly.flatMap(({ parsed }) => parsed))].map((root) => read(root))
  const kept: number[] = []
  for (const place of matches) {
    // Parsing takes its time whatever the query; it happens here, off the clock.
    for (const parse of roots) parse(place)
    if (clock.run(() => test(place))) kept.push(place)
    clock.check()
    yield
  }
  return kept

  function timed(test: (place: number) => boolean): (place: number, index: number) => boolean {
    return (place, index) => {
      if (index % stride === 0) clock.check()
      return test(place)
    }
  }
}

function toTest(conditions: Condition<number>[]): (place: number) => boolean {
  return allOf(conditions.map(({ holds }) => holds))
}

/** Searches, then sorts: by the keys given, else by score, else by path. */
function order(view: View, candidates: readonly number[], query: ParsedContentQuery): readonly number[] {
  const search = readSearch(query.search)
  const scores = search?.(view.collection.index)
  const matches = scores ? candidates.filter((place) => scoreOf(scores, place) > 0) : candidates
  if (query.sortBy.length > 0) return inOrder(view.collection.sorted(query.sortBy), matches)
  if (!scores) return matches
  return matches.toSorted((a, b) => scoreOf(scores, b) - scoreOf(scores, a) || a - b)
}

function scoreOf(scores: Scores, place: number): number {
  return scores[place] as number
}

/** Walking an order that is already known is cheaper than sorting again. */
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
