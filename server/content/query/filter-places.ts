import type { Collection } from '../collection.ts'
import { createTurns } from '../turns.ts'
import { badQuery } from './bad-query.ts'
import { allOf } from './combine.ts'
import { type Condition, compileWhere } from './where.ts'

/** Milliseconds that the conditions of one query may take. Ordinary ones take a few over ten thousand documents. */
const workMax = 500
/** How many documents a filter on a parsed field may look into: parsing takes milliseconds each. */
const parsedMax = 5_000
/** How many documents are filtered between two looks at the clock. */
const stride = 8

/** The places whose documents meet all conditions. @throws ContentQueryError 400 */
export async function filterPlaces(
  { read, hasField }: Pick<Collection, 'read' | 'hasField'>,
  candidates: readonly number[],
  where: [string, unknown][],
): Promise<readonly number[]> {
  if (where.length === 0) return candidates
  const conditions = compileWhere(where, read, hasField)
  const costly = conditions.filter(({ parsed }) => parsed.length > 0)
  const matches = await filter(candidates, toTest(conditions.filter(({ parsed }) => parsed.length === 0)))
  if (costly.length === 0) return matches
  if (matches.length > parsedMax) {
    throw badQuery(
      `where: filters on body, toc and excerpt look into at most ${parsedMax} documents; narrow the rest`,
    )
  }
  const readers = [...new Set(costly.flatMap(({ parsed }) => parsed))].map(read)
  return filter(matches, toTest(costly), (place) => {
    for (const parse of readers) parse(place)
  })
}

/** @param prepare runs before each test, and its time isn't the query's */
async function filter(
  candidates: readonly number[],
  test: (place: number) => boolean,
  prepare?: (place: number) => void,
): Promise<number[]> {
  const turns = createTurns()
  const kept: number[] = []
  const step = prepare ? 1 : stride
  let worked = 0
  for (let from = 0; from < candidates.length; from += step) {
    const places = candidates.slice(from, from + step)
    if (prepare) places.forEach(prepare)
    const began = performance.now()
    for (const place of places) if (test(place)) kept.push(place)
    worked += performance.now() - began
    if (worked > workMax) {
      throw badQuery('where: takes too long over so many documents; narrow the path or use fewer conditions')
    }
    if (turns.isOver()) await turns.next()
  }
  return kept
}

function toTest(conditions: Condition<number>[]): (place: number) => boolean {
  return allOf(conditions.map(({ holds }) => holds))
}
