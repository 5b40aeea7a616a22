import type { InvoiceContent } from '#shared/invoice.ts'

/** An order as `GET /api/orders/:id` answers it, as far as the page shows it. */
export type Order = {
  id: string
  number: string
  status:
    | 'pending'
    | 'paid'
    | 'partially_refunded'
    | 'refunded'
    | 'expired'
    | 'cancelled'
    | 'review'
    | 'disputed'
  currency: string
  total: number
  tax: number
  refunded: number
  createdAt: string
  paidAt: string | null
  customer: { name: string; email: string; companyName?: string; abn?: string; country: string }
  lines: OrderLine[]
  /** The invoice, then its adjustment notes. */
  documents: IssuedDocument[]
}

/** A document and the address of its PDF. */
export type IssuedDocument = { content: InvoiceContent; url: string }

export type OrderLine = {
  sku: string
  name: string
  qty: number
  unitAmount: number
  amount: number
  tax: number
  licences: OrderLicence[]
}

export type OrderLicence = {
  key: string
  status: 'active' | 'suspended' | 'revoked'
  seats: { limit: number; used: number }
  updatesUntil: string
}
