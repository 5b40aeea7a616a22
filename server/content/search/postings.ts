import { createTurns } from '../turns.ts'

/** For one field: the documents and counts of each term, and the field's length per document. */
export type Postings = {
  /** The postings of term `t` are at `starts[t]` to `starts[t + 1] - 1`. */
  readonly starts: Uint32Array
  readonly documents: Uint32Array
  readonly counts: Uint16Array
  readonly lengths: Uint32Array
  readonly averageLength: number
  readonly holders: number
}

const stride = 30_000

export function createPostingsBuilder(documentCount: number) {
  const entries = createGrowingList()
  const lengths = new Uint32Array(documentCount)
  let holders = 0
  let total = 0

  return {
    add(document: number, terms: Iterable<number>, length: number): void {
      const counts = new Map<number, number>()
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
      for (const [term, count] of counts) entries.push(term, document, count)
      lengths[document] = length
      holders += 1
      total += length
    },
    /** @param rankOf index of each term in the dictionary, by the number under which it was added */
    async finish(rankOf: Uint32Array): Promise<Postings> {
      const turns = createTurns()
      const items = entries.finish()
      const starts = new Uint32Array(rankOf.length + 1)
      for (let at = 0; at < items.length; at += 3) {
        starts[rank(at) + 1] = (starts[rank(at) + 1] ?? 0) + 1
        if (at % stride === 0) await turns.next()
      }
      for (let term = 0; term < rankOf.length; term++)
        starts[term + 1] = at(starts, term + 1) + at(starts, term)
      const next = starts.slice()
      const documents = new Uint32Array(items.length / 3)
      const counts = new Uint16Array(items.length / 3)
      for (let from = 0; from < items.length; from += 3) {
        const to = at(next, rank(from))
        next[rank(from)] = to + 1
        documents[to] = at(items, from + 1)
        counts[to] = Math.min(at(items, from + 2), 0xffff)
        if (from % stride === 0) await turns.next()
      }
      return { starts, documents, counts, lengths, averageLength: total / (holders || 1), holders }

      function rank(entry: number): number {
        return at(rankOf, at(items, entry))
      }
    },
  }
}

/** A plain array takes eight bytes per number and is copied as it grows. */
function createGrowingList() {
  let list = new Uint32Array(3 * 1024)
  let length = 0
  return {
    push(a: number, b: number, c: number) {
      if (length === list.length) {
        const longer = new Uint32Array(list.length * 2)
        longer.set(list)
        list = longer
      }
      list[length] = a
      list[length + 1] = b
      list[length + 2] = c
      length += 3
    },
    finish: () => list.subarray(0, length),
  }
}

function at(list: Uint32Array, index: number): number {
  return list[index] as number
}
