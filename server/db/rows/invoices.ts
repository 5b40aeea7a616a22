/** Invoices, adjustment notes and receipts. Their bytes never change. */
export type InvoiceRow = {
  id: string
  order_id: string
  kind: 'invoice' | 'adjustment_note' | 'receipt'
  /** Without gaps within a kind. */
  number: string
  /** Grows when an order that lapsed, whose invoice a note cancelled, is invoiced again. */
  round: number
  /** An order's cumulative refund that an adjustment note brings it to; 0 for the invoice. One document for each. */
  refunded: number
  /** Counts an invoice's corrections: 0 for the first invoice, and for every adjustment note. */
  correction: number
  /** The number of the invoice that this one corrects. */
  replaces: string | null
  issued_at: string
  /** What the document says, as JSON. */
  content: string
  /** What an invoice comes to, or a note gives back, with the GST in it; and whether it has GST. Cents. */
  total: number
  tax: number
  taxed: number
  pdf: Uint8Array
}
