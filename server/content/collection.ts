import { LRUCache } from 'lru-cache'
import type { SortKey } from '#shared/content/content-query.ts'
import type { ContentDocument } from './documents/document.ts'
import type { ParseOnDemand } from './documents/parsed-markdown.ts'
import { columnReader, type FieldReader, isParsedField } from './query/field-reader.ts'
import { sortable, sortPlaces } from './query/sort.ts'
import type { IndexData } from './search/build-index.ts'
import { createTurns } from './turns.ts'

/** A place is a document's index in `documents`. */
export type Collection = {
  /** Sorted by path, then file name. */
  readonly documents: readonly ContentDocument[]
  readonly directories: ReadonlySet<string>
  readonly index: IndexData
  readonly parse: ParseOnDemand
  readonly read: FieldReader<number>
  hasField(name: string): boolean
  /** Returns places in the order of the keys. */
  sorted(keys: readonly SortKey[]): Promise<Uint32Array>
}

type Parts = Pick<Collection, 'documents' | 'directories' | 'index' | 'parse'>

export function createCollection({ documents, directories, index, parse }: Parts): Collection {
  const names = new Set(documents.flatMap(({ fields }) => Object.keys(fields)))
  const read = columnReader(documents, parse)
  let nested: Set<string> | undefined
  const orders = new LRUCache<string, Promise<Uint32Array>>({ max: 50 })
  return {
    documents,
    directories,
    parse,
    index,
    read,
    hasField,
    sorted(keys) {
      const id = JSON.stringify(keys)
      const order = orders.get(id) ?? sort(keys)
      orders.set(id, order)
      return order
    },
  }

  function hasField(name: string): boolean {
    if (names.has(name) || !name.includes('.')) return names.has(name)
    nested ??= nestedNames(documents)
    return nested.has(name)
  }

  async function sort(keys: readonly SortKey[]): Promise<Uint32Array> {
    const columns: unknown[][] = []
    for (const key of keys) columns.push(await columnOf(key))
    return sortPlaces(keys, columns)
  }

  /** Parsed trees have no order, so nothing is parsed for sorting. */
  async function columnOf({ field }: SortKey): Promise<unknown[]> {
    if (isParsedField(field)) return documents.map(() => undefined)
    const turns = createTurns()
    const value = read(field)
    const column: unknown[] = []
    let isBesideDates = false
    for (const place of documents.keys()) {
      const each = value(place)
      isBesideDates ||= each instanceof Date
      column.push(each)
      if (turns.isOver()) await turns.next()
    }
    for (const [place, each] of column.entries()) {
      column[place] = sortable(each, isBesideDates)
      if (turns.isOver()) await turns.next()
    }
    return column
  }
}

/**
 * Collects names such as "image.mime_type", also in lists. Does so once, because a query may name hundreds.
 */
function nestedNames(documents: readonly ContentDocument[]): Set<string> {
  const names = new Set<string>()
  for (const { fields } of documents) gather(fields, '')
  return names

  function gather(value: unknown, path: string): void {
    if (Array.isArray(value)) for (const item of value) gather(item, path)
    else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      for (const [name, inner] of Object.entries(value)) {
        const inside = path === '' ? name : `${path}.${name}`
        if (path !== '') names.add(inside)
        gather(inner, inside)
      }
    }
  }
}
