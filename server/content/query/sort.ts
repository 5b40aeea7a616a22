import type { SortKey } from '#shared/content/content-query.ts'
import { createTurns } from '../turns.ts'
import { timeOf, toPrimitive } from './compare.ts'

/** A run of this length sorts in about a millisecond. */
const runLength = 1_024

type Compare = (a: number, b: number) => number

/**
 * With one key, missing and null come last. With several: missing and null, false, true and "", numeric text.
 * Ties keep their order.
 */
export async function sortPlaces(
  keys: readonly SortKey[],
  columns: readonly (readonly unknown[])[],
): Promise<Uint32Array> {
  const compares = keys.map(({ descending }, index) => {
    const column = columns[index] ?? []
    return keys.length === 1 ? missingLast(column, descending) : ranked(column, descending)
  })
  const order = Uint32Array.from(columns[0] ?? [], (_value, place) => place)
  return mergeSort(order, (a, b) => {
    for (const compare of compares) {
      const difference = compare(a, b)
      if (difference !== 0) return difference
    }
    return a - b
  })
}

/** Sorts short runs, then merges pairs, so that it can yield in between. */
async function mergeSort(places: Uint32Array, compare: Compare): Promise<Uint32Array> {
  const turns = createTurns()
  let from = places
  let to: Uint32Array = places.slice()
  for (let start = 0; start < from.length; start += runLength) {
    from.subarray(start, start + runLength).sort(compare)
    await turns.next()
  }
  for (let length = runLength; length < from.length; length *= 2) {
    for (let start = 0; start < from.length; start += 2 * length) {
      const [middle, end] = [start + length, start + 2 * length]
      merge(from.subarray(start, middle), from.subarray(middle, end), to.subarray(start, end), compare)
      await turns.next()
    }
    ;[from, to] = [to, from]
  }
  return from
}

function merge(left: Uint32Array, right: Uint32Array, into: Uint32Array, compare: Compare): void {
  let [atLeft, atRight] = [0, 0]
  for (let at = 0; at < into.length; at++) {
    const takesLeft =
      atRight === right.length ||
      (atLeft < left.length && compare(left[atLeft] as number, right[atRight] as number) <= 0)
    into[at] = takesLeft ? (left[atLeft++] as number) : (right[atRight++] as number)
  }
}

/** Dates compare as milliseconds, lists as text. Among dates, text that spells a time compares as one. */
export function sortable(value: unknown, isBesideDates: boolean): unknown {
  const time = isBesideDates && typeof value === 'string' ? timeOf(value) : Number.NaN
  return Number.isNaN(time) ? toPrimitive(value) : time
}

function missingLast(column: readonly unknown[], descending: boolean): Compare {
  return (a, b) => {
    const x = column[a]
    const y = column[b]
    if (isMissing(x) || isMissing(y)) return Number(isMissing(x)) - Number(isMissing(y))
    return descending ? compareValues(y, x) : compareValues(x, y)
  }
}

function ranked(column: readonly unknown[], descending: boolean): Compare {
  const ranks = column.map(rankOf)
  const numbers = column.map(Number)
  const compare: Compare = (a, b) => {
    const difference = (ranks[a] as number) - (ranks[b] as number)
    if (difference !== 0 || ranks[a] !== plainRank) return difference
    const x = numbers[a] as number
    const y = numbers[b] as number
    if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y
    return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || compareValues(column[a], column[b])
  }
  return descending ? (a, b) => compare(b, a) : compare
}

/** JavaScript leaves numbers and non-numeric text unordered; here numbers come first. */
function compareValues(a: unknown, b: unknown): number {
  if ((a as number) < (b as number)) return -1
  if ((a as number) > (b as number)) return 1
  return a === b ? 0 : Number(typeof a === 'string') - Number(typeof b === 'string')
}

const plainRank = 4

function rankOf(value: unknown): number {
  if (isMissing(value)) return 0
  if (value === false) return 1
  if (value === true) return 2
  return value === '' ? 3 : plainRank
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null
}
