import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { anyOrder } from '../../testing/support/any-order.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { viewHead } from './order-view.ts'

type Column = {
  /** The member of the buyer's view; null if only the operator needs the column. */
  view: string | null
  /** The member's value if it differs from the column. */
  viewed?: unknown
  /** The privacy page's words; null for columns without personal data. */
  privacy: string | null
}

const ordered = 'what you ordered'
const happened = 'what happened to the order'
const reference = 'under which reference'

const columns: Record<keyof OrderRow, Column> = {
  id: { view: 'id', privacy: ordered },
  number: { view: 'number', privacy: ordered },
  status: { view: 'status', privacy: happened },
  currency: { view: 'currency', privacy: ordered },
  total: { view: 'total', privacy: ordered },
  tax: { view: 'tax', privacy: ordered },
  refunded: { view: 'refunded', privacy: 'refunded' },
  received_amount: { view: null, privacy: 'that you paid, how much' },
  received_currency: { view: null, privacy: 'that you paid, how much' },
  payment_method: { view: 'paymentMethod', privacy: ordered },
  session_id: { view: null, privacy: reference },
  session_url: { view: 'paymentUrl', privacy: reference },
  payment_intent: { view: null, privacy: reference },
  customer_name: { view: 'customer.name', privacy: 'Your name' },
  customer_email: { view: 'customer.email', privacy: 'email address' },
  company_name: { view: 'customer.companyName', privacy: 'a company’s name' },
  abn: { view: 'customer.abn', privacy: 'and number' },
  country: { view: 'customer.country', privacy: 'your country' },
  purchase_order: { view: 'purchaseOrder', privacy: 'a purchase order number' },
  price_version: { view: null, privacy: ordered },
  created_at: { view: 'createdAt', privacy: 'when it was placed' },
  paid_at: { view: 'paidAt', privacy: 'paid' },
  checked_at: { view: null, privacy: null },
  next_check_at: { view: null, privacy: null },
  revision: { view: null, privacy: null },
  link_generation: { view: null, privacy: null },
  discount: { view: 'discount', privacy: ordered },
  vat_id: { view: 'customer.vatId', privacy: 'a VAT ID' },
  tax_rule: { view: 'taxRule', viewed: { name: 'GST', divisor: 11 }, privacy: null },
  transfer_terms: { view: 'dueAt', viewed: '2026-07-15T13:59:59.999Z', privacy: ordered },
  transfer_step_at: { view: null, privacy: null },
  payment_state: { view: 'payment', privacy: happened },
  refund_pending: { view: 'refundPending', privacy: 'refunded' },
  refund_failed: { view: 'refundFailed.amount', privacy: 'refunded' },
  refund_failure: { view: 'refundFailed.reason', privacy: 'refunded' },
  refund_failures: { view: null, privacy: 'refunded' },
  refund_repaid: { view: null, privacy: 'refunded' },
  taken_back: { view: 'takenBack', privacy: happened },
  taken_twice: { view: null, privacy: happened },
  attention: { view: null, privacy: happened },
}

const whenYouBuy =
  /### When you buy\n(.*?)\n### /s.exec(readFileSync('content/legal/privacy.md', 'utf8'))?.[1] ?? ''
const order = anyOrder({
  status: 'pending',
  session_url: 'https://pay.example',
  payment_state: 'processing',
  refund_failed: 100,
  refund_failure: 'expired_or_canceled_card',
  vat_id: 'DE123456789',
  transfer_terms: JSON.stringify({
    dueDays: 14,
    remindAfterDays: [10],
    lapseAfterDays: 30,
    timeZone: 'Australia/Sydney',
  }),
})

test.each(Object.entries(columns))('the order’s %s is viewed and named as it should be', (name, column) => {
  expect(whenYouBuy).toContain(column.privacy ?? '')
  if (!column.view) return
  const value = order[name as keyof OrderRow]
  expect(value).not.toBeNull()
  expect(viewHead(order)).toHaveProperty(column.view, column.viewed ?? value)
})

describeOnBothEngines('the table of orders', ({ create }) => {
  test('has exactly the columns of its schema', async () => {
    const { db } = (await create()).database
    await db.insertInto('orders').values(order).execute()
    const row = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    expect(Object.keys(row).toSorted()).toEqual(Object.keys(columns).toSorted())
  })
})
