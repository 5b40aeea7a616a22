import type { OrderRow } from './orders.ts'

/** Prices that are held for a buyer. */
export type QuoteRow = Pick<
  OrderRow,
  | 'currency'
  | 'total'
  | 'tax'
  | 'discount'
  | 'tax_rule'
  | 'price_version'
  | 'customer_name'
  | 'customer_email'
  | 'company_name'
  | 'abn'
  | 'vat_id'
  | 'country'
  | 'purchase_order'
> & {
  id: string
  number: string
  created_at: string
  valid_until: string
  /** Hash of the body that asked for it. */
  fingerprint: string
  /** The order that was made of it. */
  order_id: string | null
  /** JSON, each line as it becomes an order's. */
  lines: string
  code: string | null
  content: string
  pdf: Uint8Array
}
