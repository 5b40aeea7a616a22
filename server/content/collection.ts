import { LRUCache } from 'lru-cache'
import type { SortKey } from '#shared/content-query.ts'
import type { ContentDocument } from './documents/document.ts'
import type { ParseOnDemand } from './documents/parsed-markdown.ts'
import { columnReader, type FieldReader, isParsedField } from './query/field-reader.ts'
import { sortable, sortPlaces } from './query/sort.ts'
import type { IndexData } from './search/build-index.ts'
import { createSearchIndex, type SearchIndex } from './search/search-index.ts'

/** A fixed set of documents, each known by its place, with what is derived from all of them. */
export type Collection = {
  /** By path; documents of one path by file name. */
  readonly documents: readonly ContentDocument[]
  readonly directories: ReadonlySet<string>
  readonly index: SearchIndex
  readonly parse: ParseOnDemand
  readonly read: FieldReader<number>
  hasField(name: string): boolean
  /** All places in the order that the keys give. */
  sorted(keys: readonly SortKey[]): Uint32Array
}

export function createCollection(
  documents: readonly ContentDocument[],
  directories: ReadonlySet<string>,
  index: IndexData,
  parse: ParseOnDemand,
): Collection {
  const names = new Set(documents.flatMap(({ fields }) => Object.keys(fields)))
  const read = columnReader(documents, parse)
  const orders = new LRUCache<string, Uint32Array>({ max: 50 })
  return {
    documents,
    directories,
    parse,
    index: createSearchIndex(index),
    read,
    hasField: (name) => names.has(name),
    sorted(keys) {
      const id = JSON.stringify(keys)
      const order = orders.get(id) ?? sortPlaces(keys, keys.map(columnOf))
      orders.set(id, order)
      return order
    },
  }

  /** Trees have no order; parsing all documents to find that out would take minutes. */
  function columnOf({ field }: SortKey): unknown[] {
    if (isParsedField(field)) return documents.map(() => undefined)
    const value = read(field)
    return documents.map((_document, place) => sortable(value(place)))
  }
}
