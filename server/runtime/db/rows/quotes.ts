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
  /** The order that has it. One that ends unpaid gives it back. */
  order_id: string | null
  /** Never beside an order. */
  withdrawn_at: string | null
  /** The database tells it by the order and the withdrawal. */
  state: 'waiting' | 'ordered' | 'withdrawn'
  /** JSON. Lines become order lines unchanged. */
  lines: string
  code: string | null
  content: string
  pdf: Uint8Array
}
