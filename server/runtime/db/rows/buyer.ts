import type { ColumnType } from 'kysely'
import type { Buyer } from '#shared/orders/checkout.ts'

/** Columns that SQL seeks or sorts by. The database generates them from `buyer`. */
type Sought = {
  customer_name: string
  customer_email: string
  company_name: string | null
  purchase_order: string | null
}

export type BuyerColumns = Sought & {
  /** `Buyer` as JSON. */
  buyer: string
}

export type Written<Row> = Omit<Row, keyof Sought>

/** Unlike `GeneratedAlways`, refuses whole rows that were read. */
export type WithBuyer<Row extends BuyerColumns> = Written<Row> & {
  [Name in keyof Sought]: ColumnType<Sought[Name], undefined, undefined>
}

/** The writable columns of a row that was read. */
export function written<Row extends Partial<Sought>>({
  customer_name: _name,
  customer_email: _email,
  company_name: _company,
  purchase_order: _purchase,
  ...row
}: Row): Written<Row> {
  return row
}

export function buyerOf({ buyer }: Pick<BuyerColumns, 'buyer'>): Buyer {
  return JSON.parse(buyer)
}
