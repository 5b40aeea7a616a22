import type { BuyerColumns } from './buyer.ts'
import type { OrderRow } from './orders.ts'

export type QuoteRow = Pick<
  OrderRow,
  'currency' | 'total' | 'tax' | 'discount' | 'tax_rule' | 'price_version' | keyof BuyerColumns
> & {
  id: string
  number: string
  created_at: string
  valid_until: string
  /** Hash of the request's body. */
  fingerprint: string
  /** Order placed from the quote. An order that ends unpaid releases it. */
  order_id: string | null
  /** Never set together with an order. */
  withdrawn_at: string | null
  /** Generated from the order and the withdrawal. */
  state: 'waiting' | 'ordered' | 'withdrawn'
  /** JSON. Becomes the order's lines unchanged. */
  lines: string
  code: string | null
  content: string
  pdf: Uint8Array
}
