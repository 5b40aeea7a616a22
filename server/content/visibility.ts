import type { ContentDocument } from './documents/document.ts'
import { timeOf } from './query/compare.ts'

/** Whether readers may see a document at a time: no draft, and its `date` has come. */
export function isPublished({ fields }: ContentDocument, now: number): boolean {
  return fields.draft !== true && !(publishedAt(fields.date) > now)
}

/** When the next of the documents appears by itself, in milliseconds; Infinity when none will. */
export function nextAppearance(documents: readonly ContentDocument[], now: number): number {
  let next = Number.POSITIVE_INFINITY
  for (const { fields } of documents) {
    const date = publishedAt(fields.date)
    if (fields.draft !== true && date > now && date < next) next = date
  }
  return next
}

function publishedAt(date: unknown): number {
  return typeof date === 'number' ? Number.NaN : timeOf(date)
}
