/** Includes adjustment notes and receipts. A document's bytes never change. */
export type InvoiceRow = {
  id: string
  order_id: string
  kind: 'invoice' | 'adjustment_note' | 'receipt'
  /** Without gaps within a kind. */
  number: string
  /** Grows when an order gets another invoice, after a note cancelled the earlier one. */
  round: number
  /** Cumulative refund after an adjustment note, lower than before if money came back; otherwise 0. */
  refunded: number
  /** Counts earlier invoices, or earlier notes, of the round. */
  correction: number
  replaces: string | null
  issued_at: string
  content: string
  /** A note's total is the amount that it refunds, negative if it raises the invoice again. */
  total: number
  tax: number
  taxed: number
  /** Tax is `tax_share` parts of a price whose net is `tax_net` parts, such as 1 and 10. Null without tax. */
  tax_share: number | null
  tax_net: number | null
  pdf: Uint8Array
}
