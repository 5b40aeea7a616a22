/** Triggers keep these texts up to date. */
export type SearchEntryRow = {
  id: number
  kind: 'order' | 'licence' | 'message'
  subject: string
  /** The row that holds the text: "invoices:inv_…". */
  source: string
  at: string
  words: string
}
