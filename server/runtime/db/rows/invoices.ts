/** Also adjustment notes and receipts. A document's bytes never change. */
export type InvoiceRow = {
  id: string
  order_id: string
  kind: 'invoice' | 'adjustment_note' | 'receipt'
  /** Without gaps within a kind. */
  number: string
  /** Grows when a lapsed order, whose invoice was cancelled by a note, gets another invoice. */
  round: number
  /** The order's cumulative refund after an adjustment note, lower than before if money came back. 0 for other documents. */
  refunded: number
  /** Counts earlier invoices, or earlier notes, of the round. */
  correction: number
  replaces: string | null
  issued_at: string
  content: string
  /** A note's total is the amount that it gives back, negative if it raises the invoice again. */
  total: number
  tax: number
  taxed: number
  /** The seller's tax is this share of a price and these parts net, such as 1 and 10. Null without one. */
  tax_share: number | null
  tax_net: number | null
  pdf: Uint8Array
}
