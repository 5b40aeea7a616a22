import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Buyer } from '#shared/orders/checkout.ts'
import { orderSchema } from '#shared/orders/orders.ts'
import { orderColumns } from '../../desk/orders/orders-csv.ts'
import { viewOrdersPage } from '../../desk/orders/view-order.ts'
import { buyerOf, type Written, written } from '../../runtime/db/rows/buyer.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { anyOrder } from '../../testing/support/any-order.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { namedBuyer } from '../invoices/content.ts'
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

const columns: Record<Exclude<keyof Written<OrderRow>, 'buyer'>, Column> = {
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
  price_version: { view: null, privacy: ordered },
  created_at: { view: 'createdAt', privacy: 'when it was placed' },
  paid_at: { view: 'paidAt', privacy: 'paid' },
  checked_at: { view: null, privacy: null },
  next_check_at: { view: null, privacy: null },
  revision: { view: null, privacy: null },
  link_generation: { view: null, privacy: null },
  discount: { view: 'discount', privacy: ordered },
  tax_rule: { view: 'taxRule', viewed: { name: 'GST', divisor: 11 }, privacy: null },
  transfer_terms: { view: 'dueAt', viewed: '2026-07-15T13:59:59.999Z', privacy: ordered },
  transfer_step_at: { view: null, privacy: null },
  payment_state: { view: 'payment', privacy: happened },
  refund_pending: { view: 'refundPending', privacy: 'refunded' },
  refund_failed: { view: 'refundFailed.amount', privacy: 'refunded' },
  refund_failure: { view: 'refundFailed.reason', privacy: 'refunded' },
  failed_refunds: { view: null, privacy: reference },
  refund_failures: { view: null, privacy: 'refunded' },
  refund_repaid: { view: null, privacy: 'refunded' },
  taken_back: { view: 'takenBack', privacy: happened },
  taken_twice: { view: null, privacy: happened },
  attention: { view: null, privacy: happened },
  refund_to_send: { view: 'refundToSend.amount', privacy: 'refunded' },
  refund_asked_at: { view: null, privacy: 'refunded' },
  refund_due_on: { view: 'refundToSend.by', privacy: 'refunded' },
  terms: { view: null, privacy: 'the terms that you accepted' },
  quote_id: { view: null, privacy: ordered },
  refund_account: { view: null, privacy: 'the account that a refund goes to' },
}

/** What a person types is always personal. */
type Typed = Column & {
  privacy: string
  /** The column of the desk's file of orders. */
  csv: string | null
  /** Whether invoices print it. */
  printed: boolean
}

const buyer: Record<keyof Buyer, Typed> = {
  name: { view: 'customer.name', privacy: 'Your name', csv: 'name', printed: true },
  email: { view: 'customer.email', privacy: 'email address', csv: 'email', printed: true },
  companyName: { view: 'customer.companyName', privacy: 'a company’s name', csv: 'company', printed: true },
  abn: { view: 'customer.abn', privacy: 'and number', csv: null, printed: true },
  nzbn: { view: 'customer.nzbn', privacy: 'and number', csv: null, printed: true },
  country: { view: 'customer.country', privacy: 'your country', csv: 'country', printed: true },
  vatId: { view: 'customer.vatId', privacy: 'a VAT ID', csv: null, printed: true },
  purchaseOrder: {
    view: 'purchaseOrder',
    privacy: 'a purchase order number',
    csv: 'purchase order',
    printed: true,
  },
  eInvoice: { view: 'eInvoice', privacy: 'that you want e-invoices', csv: null, printed: false },
  waivesWithdrawal: {
    view: 'waivesWithdrawal',
    privacy: 'that you asked for delivery at once',
    csv: null,
    printed: false,
  },
  addressLine1: { view: 'customer.addressLine1', privacy: 'an address', csv: 'address', printed: true },
  addressLine2: { view: 'customer.addressLine2', privacy: 'an address', csv: 'address', printed: true },
  city: { view: 'customer.city', privacy: 'an address', csv: 'address', printed: true },
  state: { view: 'customer.state', privacy: 'an address', csv: 'address', printed: true },
  postcode: { view: 'customer.postcode', privacy: 'an address', csv: 'address', printed: true },
}

const whenYouBuy =
  /### When you buy\n(.*?)\n### /s.exec(readFileSync('content/legal/privacy.md', 'utf8'))?.[1] ?? ''
const order = anyOrder({
  status: 'pending',
  session_url: 'https://pay.example',
  payment_state: 'processing',
  refund_failed: 100,
  refund_failure: 'expired_or_canceled_card',
  refund_to_send: 100,
  refund_asked_at: '2026-07-02T00:00:00.000Z',
  refund_due_on: '2026-07-09',
  refund_account: '{"holder":"Ada Byron","number":"062-000 1234 5678"}',
  buyer: {
    nzbn: '9429030620001',
    vatId: 'DE123456789',
    eInvoice: true,
    waivesWithdrawal: true,
    addressLine1: '1 Harbour Street',
    addressLine2: 'Level 2',
    city: 'Sydney',
    state: 'NSW',
    postcode: '2000',
  },
  transfer_terms: JSON.stringify({
    dueDays: 14,
    remindAfterDays: [10],
    lapseAfterDays: 30,
    timeZone: 'Australia/Sydney',
  }),
})

test.each(Object.entries({ ...columns, ...buyer }))(
  'the order’s %s is viewed and named as it should be',
  (name, column) => {
    if (column.privacy !== null)
      expect(whenYouBuy).toContain(column.privacy || 'the words of the privacy page')
    if (!column.view) return
    const value = { ...order, ...buyerOf(order) }[name as keyof OrderRow | keyof Buyer]
    expect(value ?? null).not.toBeNull()
    expect(viewHead(order)).toHaveProperty(column.view, column.viewed ?? value)
  },
)

test('an invoice prints what it should of the buyer', () => {
  const printed = JSON.stringify(namedBuyer(order)).replaceAll(' ', '')
  const found = Object.entries(buyerOf(order)).filter(([, value]) =>
    printed.includes(String(value).replaceAll(' ', '')),
  )
  const expected = Object.entries(buyer).filter(([, { printed }]) => printed)
  expect(found.map(([name]) => name).toSorted()).toEqual(expected.map(([name]) => name).toSorted())
})

test('the answer’s schema has all that is said of the buyer', () => {
  const { customer } = viewHead(order)
  expect(orderSchema.shape.customer.strict().parse(customer)).toEqual(customer)
})

describeOnBothEngines('the table of orders', ({ create }) => {
  test('has exactly the columns of its schema', async () => {
    const { database } = await create()
    const { db } = database
    await db.insertInto('orders').values(written(order)).execute()
    const row = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    expect(row).toEqual(order)
    const [timeZone, newest] = ['Australia/Sydney', { after: null, limit: 1, sort: '-createdAt' } as const]
    const { rows } = await viewOrdersPage(database, { timeZone }, newest)
    for (const [field, { csv }] of Object.entries(buyer)) {
      if (csv === null) continue
      const said = field === 'country' ? 'Australia' : String(buyerOf(order)[field as keyof Buyer])
      expect([csv, ...rows.map((shown) => orderColumns[csv]?.(shown, timeZone))]).toEqual([
        csv,
        expect.stringContaining(said),
      ])
    }
  })
})
