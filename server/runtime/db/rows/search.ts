/** Triggers keep these texts up to date. Ids grow with the time at which their subjects were made. */
export type SearchEntryRow = {
  id: number
  kind: 'order' | 'licence' | 'message' | 'quote' | 'note'
  subject: string
  /** The kind and what lists filter by: "order paid card". */
  facets: string
  /** Without letters that the engines fold differently. */
  words: string
  /** Of which any three letters in a row are found. */
  names: string
}
