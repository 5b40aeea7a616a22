import {
  type ImportField,
  type ImportSource,
  importFieldNames,
  importSourceNames,
} from '#shared/desk/import-fields.ts'
import { known, nameOf, usual } from './columns.ts'

/** Each field's columns, by their place in a row. The first with a value counts. */
export type ColumnsOf = Partial<Record<ImportField, number[]>>

/** Finds the shop whose signs the header has. */
export function guessSource(header: readonly string[]): ImportSource | null {
  const names = new Set(header.map(nameOf))
  return (
    importSourceNames.find((source) => known[source].sign.every((name) => names.has(nameOf(name)))) ?? null
  )
}

/** @param from a shop; null for any other file */
export function guessColumns(header: readonly string[], from: ImportSource | null): ColumnsOf {
  const names = header.map(nameOf)
  const columnsOf = (field: ImportField) => (from ? known[from].columns[field] : usual[field]) ?? []
  const found = importFieldNames.map((field) => {
    const places = columnsOf(field).map((name) => names.indexOf(nameOf(name)))
    return [field, [...new Set(places.filter((place) => place >= 0))]] as const
  })
  // One column of another file is one field; a shop's may follow another that is empty.
  const taken = new Set<number>()
  return Object.fromEntries(
    found.flatMap(([field, places]) => {
      const free = from ? places : places.filter((place) => !taken.has(place)).slice(0, 1)
      for (const place of free) taken.add(place)
      return free.length > 0 ? [[field, free]] : []
    }),
  )
}

/** Where the shop's columns are that say yes or no. */
export function placeFlags(header: readonly string[], from: ImportSource | null) {
  const names = header.map(nameOf)
  const flags = (from && known[from].flags) ?? []
  return flags.map(([column, status]) => [names.indexOf(nameOf(column)), status] as const)
}

/**
 * Puts what a person said before what was guessed.
 * @param map a column's name for each field; empty leaves the field out
 * @returns the name of a column that the file doesn't have, if there is one
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
