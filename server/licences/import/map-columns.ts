import {
  familyNameFor,
  type ImportField,
  type ImportSource,
  importFieldNames,
  importSourceNames,
} from '#shared/desk/import-fields.ts'
import { copies, type Flag, known, nameOf, usual } from './columns.ts'

/** Column indexes of each field. The first with a value counts. */
export type ColumnsOf = Partial<Record<ImportField, number[]>>

/** Finds the shop whose typical columns the header has. */
export function guessSource(header: readonly string[]): ImportSource | null {
  const names = new Set(header.map(nameOf))
  return (
    importSourceNames.find((source) => known[source].sign.every((name) => names.has(nameOf(name)))) ?? null
  )
}

/** @param from shop; null for another layout */
function guessColumns(header: readonly string[], from: ImportSource | null): ColumnsOf {
  const names = header.map(nameOf)
  const columnsOf = (field: ImportField) => (from ? known[from].columns[field] : usual[field]) ?? []
  const found = importFieldNames.map((field) => {
    const places = columnsOf(field).map((name) => names.indexOf(nameOf(name)))
    return [field, [...new Set(places.filter((place) => place >= 0))]] as const
  })
  // Elsewhere each field has one column of its own. A shop's field may have several, as fallbacks.
  const taken = new Set<number>()
  const columns = found.flatMap(([field, places]) => {
    const free = from ? places : places.filter((place) => !taken.has(place)).slice(0, 1)
    for (const place of free) taken.add(place)
    return free.length > 0 ? [[field, free] as const] : []
  })
  const name = findNameParts(header)
  return { ...(name.length > 0 && { name }), ...Object.fromEntries(columns) }
}

/** Finds the columns of a first name and a family name. */
function findNameParts(header: readonly string[]): number[] {
  const names = header.map(nameOf)
  for (const [place, name] of header.entries()) {
    const family = familyNameFor(name)
    const other = family === null ? -1 : names.indexOf(nameOf(family))
    if (other >= 0) return [place, other]
  }
  return []
}

/** Columns by index. */
export type Places = {
  flags: readonly (Pick<Flag, 'says' | 'status'> & { place: number })[]
  /** Columns whose seats are copies. */
  copies: readonly number[]
  /** Whether the name's columns are its parts, rather than alternatives. */
  isNameInParts: boolean
}

export function placeColumns(
  header: readonly string[],
  from: ImportSource | null,
  { name }: ColumnsOf,
): Places {
  const names = header.map(nameOf)
  const flags = (from && known[from].flags) ?? []
  return {
    flags: flags.map(({ column, ...flag }) => ({ ...flag, place: names.indexOf(nameOf(column)) })),
    copies: names.flatMap((name, place) => (copies.includes(name) ? place : [])),
    isNameInParts: name?.join() === findNameParts(header).join(),
  }
}

/** Names each field's columns. */
export function nameColumns(
  header: readonly string[],
  columns: ColumnsOf,
): Partial<Record<ImportField, string[]>> {
  const named = importFieldNames.map((field) => [field, columns[field]?.map((place) => header[place] ?? '')])
  return Object.fromEntries(named.filter(([, names]) => names !== undefined))
}

/** Names the columns that aren't read. */
export function listUnread(
  header: readonly string[],
  { columns, flags }: { columns: ColumnsOf } & Pick<Places, 'flags'>,
): string[] {
  const read = new Set([...Object.values(columns).flat(), ...flags.map(({ place }) => place)])
  return header.filter((name, place) => name.trim() !== '' && !read.has(place))
}

/**
 * Lets a person's choices override the guess.
 * @param map column name for each field; empty leaves the field out
 * @returns the name of a column that the file lacks, if any
 */
export function mapColumns(
  header: readonly string[],
  from: ImportSource | null,
  map: Partial<Record<ImportField, string>>,
): ColumnsOf | string {
  const names = header.map(nameOf)
  const columns = guessColumns(header, from)
  for (const [field, name] of Object.entries(map) as [ImportField, string][]) {
    const exact = header.indexOf(name)
    const place = exact >= 0 ? exact : names.indexOf(nameOf(name))
    if (name !== '' && place < 0) return name
    if (name === '') delete columns[field]
    else columns[field] = [place]
  }
  return columns
}
