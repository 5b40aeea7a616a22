import type { Buyer } from '#shared/orders/checkout.ts'
import type { BuyerColumns } from '../../runtime/db/rows/buyer.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'

export type OrderChanges = Partial<Omit<OrderRow, keyof BuyerColumns>> & {
  buyer?: Partial<Omit<Buyer, 'country'>> & { country?: string }
}

/** A company's paid order of three Studio licences. Every test takes its order row from here. */
export function anyOrder({ buyer: named, ...changes }: OrderChanges = {}): OrderRow {
  const buyer = {
    name: 'Mary Lee',
    email: 'mary@example.com',
    companyName: 'Harbour Street Studio',
    abn: '53004085616',
    country: 'AU',
    purchaseOrder: 'PO-7781',
    ...named,
  }
  return {
    id: 'ord_1',
    number: '2026-000007',
    status: 'paid',
    currency: 'AUD',
    total: 68700,
    tax: 6245,
    refunded: 0,
    payment_method: 'card',
    session_id: null,
    session_url: null,
    payment_intent: null,
    buyer: JSON.stringify(buyer),
    customer_name: buyer.name,
    customer_email: buyer.email,
    company_name: buyer.companyName ?? null,
    purchase_order: buyer.purchaseOrder ?? null,
    price_version: 'v1',
    created_at: '2026-06-30T22:00:00.000Z',
    paid_at: '2026-06-30T22:01:00.000Z',
    checked_at: null,
    next_check_at: null,
    received_amount: null,
    received_currency: null,
    revision: 0,
    link_generation: 0,
    discount: 0,
    tax_rule: '{"name":"GST","divisor":11}',
    transfer_terms: null,
    transfer_step_at: null,
    payment_state: null,
    refund_pending: 0,
    refund_failed: 0,
    refund_failures: 0,
    refund_failure: null,
    failed_refunds: null,
    refund_repaid: 0,
    taken_back: 0,
    taken_twice: 0,
    attention: null,
    refund_to_send: 0,
    refund_asked_at: null,
    refund_due_on: null,
    refund_account: null,
    terms: null,
    quote_id: null,
    ...changes,
  }
}

export function anyOrderLine(changes: Partial<OrderLineRow> = {}): OrderLineRow {
  return {
    id: 'lin_1',
    order_id: 'ord_1',
    position: 0,
    sku: 'studio',
    name: 'Studio',
    qty: 3,
    unit_amount: 22900,
    amount: 68700,
    tax: 6245,
    seats: 3,
    updates_months: 12,
    licence_id: null,
    change: null,
    discount: 0,
    discounts: '[]',
    ...changes,
  }
}
