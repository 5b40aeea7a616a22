import type { Collection } from '../collection.ts'
import { createTurns } from '../turns.ts'
import { badQuery } from './bad-query.ts'
import { allOf } from './combine.ts'
import { type Condition, compileWhere } from './where.ts'

/** CPU milliseconds for all conditions of a query. Ordinary ones take a few for ten thousand documents. */
const workMax = 500
/** Limits filters on a parsed field, because parsing takes milliseconds per document. */
const parsedMax = 5_000
const stride = 8

/** @throws ContentQueryError 400 when the conditions take too long */
export async function filterPlaces(
  { read, hasField }: Pick<Collection, 'read' | 'hasField'>,
  candidates: readonly number[],
  where: [string, unknown][],
): Promise<readonly number[]> {
  if (where.length === 0) return candidates
  const conditions = compileWhere(where, read, hasField)
  const costly = conditions.filter(({ parsed }) => parsed.length > 0)
  const work = createWorkLimit()
  const matches = await filter(
    candidates,
    toTest(conditions.filter(({ parsed }) => parsed.length === 0)),
    work,
  )
  if (costly.length === 0) return matches
  if (matches.length > parsedMax) {
    throw badQuery(
      `where: filters on body, toc and excerpt look into at most ${parsedMax} documents; narrow the rest`,
    )
  }
  const readers = [...new Set(costly.flatMap(({ parsed }) => parsed))].map(read)
  return filterParsed(matches, toTest(costly), readers, work)
}

async function filter(places: readonly number[], test: Test, work: WorkLimit): Promise<number[]> {
  const turns = createTurns()
  const kept: number[] = []
  work.start()
  for (let from = 0; from < places.length; from += stride) {
    for (const place of places.slice(from, from + stride)) if (test(place)) kept.push(place)
    if (!turns.isOver()) continue
    work.stop()
    await turns.next()
    work.start()
  }
  work.stop()
  return kept
}

/** Parsing time doesn't count, because it doesn't depend on the query. */
async function filterParsed(
  places: readonly number[],
  test: Test,
  readers: ((place: number) => unknown)[],
  work: WorkLimit,
): Promise<number[]> {
  const turns = createTurns()
  const kept: number[] = []
  for (const place of places) {
    for (const parse of readers) parse(place)
    work.start()
    if (test(place)) kept.push(place)
    work.stop()
    await turns.next()
  }
  return kept
}

type Test = (place: number) => boolean
type WorkLimit = ReturnType<typeof createWorkLimit>

function createWorkLimit() {
  let worked = 0
  let began = 0
  return {
    start(): void {
      began = cpuNow()
    },
    stop(): void {
      worked += cpuNow() - began
      if (worked <= workMax) return
      throw badQuery('where: takes too long over so many documents; narrow the path or use fewer conditions')
    },
  }
}

/** CPU time of this thread, so that a busy machine fails no query. */
function cpuNow(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function toTest(conditions: Condition<number>[]): Test {
  return allOf(conditions.map(({ holds }) => holds))
}
