import type { Found } from '#shared/help/help-search.ts'
import { DocumentDate } from '../content/document-date.tsx'

export function FoundNote({ note, date }: Found) {
  return (
    <>
      <span>{note}</span> {date && <DocumentDate date={date} />}
    </>
  )
}
