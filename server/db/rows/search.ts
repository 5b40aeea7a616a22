/** A text by which something can be found. Triggers keep them. */
export type SearchEntryRow = {
  /** Grows with time. */
  id: number
  kind: 'order' | 'licence' | 'message'
  /** The id of what is found. */
  subject: string
  /** Whose text it is: "invoices:inv_…". */
  source: string
  at: string
  words: string
}
