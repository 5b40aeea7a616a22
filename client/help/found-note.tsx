import { DocumentDate } from '../content/document-date.tsx'
import type { Found } from './search.ts'

export function FoundNote({ note, date }: Found) {
  return (
    <>
      <span>{note}</span> {date && <DocumentDate date={date} />}
    </>
  )
}
