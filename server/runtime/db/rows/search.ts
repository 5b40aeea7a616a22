/** Triggers keep these texts up to date. Ids increase with the creation time of their subjects. */
export type SearchEntryRow = {
  id: number
  kind: 'order' | 'licence' | 'message' | 'quote' | 'note'
  subject: string
  /** Kind and list filters: "order paid card". */
  facets: string
  /** Avoids letters that the engines fold differently. */
  words: string
  /** Names searched by any three consecutive letters. */
  names: string
}
