import type { ColumnType } from 'kysely'
import type { Buyer } from '#shared/orders/checkout.ts'

/** What SQL seeks or sorts by. The database itself takes it out of `buyer`. */
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

/** Unlike `GeneratedAlways`, it refuses whole rows that were read. */
export type WithBuyer<Row extends BuyerColumns> = Written<Row> & {
  [Name in keyof Sought]: ColumnType<Sought[Name], undefined, undefined>
}

/** What is written of a row that was read. */
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
