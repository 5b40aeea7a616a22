import { routes } from '#shared/routes/routes.ts'
import type { Library } from '../library.ts'

/** `date` values are a day or a time, as in the document. */
export type Entry = {
  path: string
  title: string
  description: string
  date: string
  updated: string
  tags: string[]
}

export function newsEntries({ store }: Pick<Library, 'store'>): Entry[] {
  return store
    .documents()
    .filter(({ dir }) => isBelow(dir, routes.news))
    .map(toEntry)
    .sort((a, b) => b.date.localeCompare(a.date))
}

/** Falls back to `date` for a document without `updated`. */
export function changeDates({ store }: Pick<Library, 'store'>): { path: string; updated: string }[] {
  return store.documents().map(toEntry)
}

function isBelow(dir: unknown, folder: string): boolean {
  return dir === folder || String(dir).startsWith(`${folder}/`)
}

function toEntry(fields: Readonly<Record<string, unknown>>): Entry {
  const { path, title, description, date, updated, tags, updatedAt } = fields
  const published = date ?? updated ?? updatedAt
  return {
    path: String(path),
    title: String(title ?? ''),
    description: String(description ?? ''),
    date: String(published),
    updated: String(updated ?? published),
    tags: Array.isArray(tags) ? tags.map(String) : [],
  }
}
