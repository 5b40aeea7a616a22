/** Also adjustment notes and receipts. A document's bytes never change. */
export type InvoiceRow = {
  id: string
  order_id: string
  kind: 'invoice' | 'adjustment_note' | 'receipt'
  /** Without gaps within a kind. */
  number: string
  /** Grows when a lapsed order, whose invoice was cancelled by a note, gets another invoice. */
  round: number
  /** The order's cumulative refund after an adjustment note, unique per order. 0 for other documents. */
  refunded: number
  /** 0 for the first invoice and every adjustment note. */
  correction: number
  replaces: string | null
  issued_at: string
  content: string
  /** A note's total is the amount that it gives back. */
  total: number
  tax: number
  taxed: number
  pdf: Uint8Array
}
