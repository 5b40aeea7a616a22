import type { Customer } from '#shared/orders/checkout.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'

type BuyerColumns = Pick<
  OrderRow,
  'customer_name' | 'customer_email' | 'company_name' | 'abn' | 'vat_id' | 'country'
>

/** The buyer's columns of an order or a quote. */
export function buyerColumns({ name, email, companyName, abn, vatId, country }: Customer): BuyerColumns {
  return {
    customer_name: name,
    customer_email: email,
    company_name: companyName ?? null,
    abn: abn ?? null,
    vat_id: vatId ?? null,
    country,
  }
}

export function customerOf(row: BuyerColumns): Customer {
  return {
    name: row.customer_name,
    email: row.customer_email,
    companyName: row.company_name ?? undefined,
    abn: row.abn ?? undefined,
    vatId: row.vat_id ?? undefined,
    country: row.country,
  }
}
