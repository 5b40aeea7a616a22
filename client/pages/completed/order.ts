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
  invoice: { number: string; issuedAt: string; url: string } | null
}

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
