import { describe, expect, test } from 'vitest'
import { type Order, orderStatusSchema } from '#shared/orders/orders.ts'
import { arrivalOf, describeFile, describeOrder, mailOf } from './describe-order.ts'

const order: Order = {
  id: 'ord_1',
  number: '2026-000001',
  status: 'paid',
  currency: 'AUD',
  total: 45_800,
  tax: 4_164,
  refunded: 10_000,
  refundPending: 0,
  refundFailed: null,
  refundToSend: null,
  refundRepaid: 0,
  takenBack: 0,
  discount: 0,
  dueAt: null,
  quote: null,
  steps: [],
  payments: [],
  outstanding: 45_800,
  taxRule: { name: 'GST', divisor: 11 },
  createdAt: '2026-11-21T00:00:00.000Z',
  today: '2026-11-21',
  paidAt: null,
  paymentMethod: 'card',
  payment: null,
  paymentUrl: null,
  takesCard: false,
  customer: { name: 'Ada Byron', email: 'ada@example.com', country: 'AU' },
  lines: [],
  invoice: null,
  documents: [],
  mails: [],
}

const mail = (kind: string, status: 'queued' | 'sent' | 'dead') => ({ kind, status, at: order.createdAt })

test('every status has words of its own', () => {
  const described = orderStatusSchema.options.map((status) => describeOrder({ ...order, status }))
  expect(new Set(described.map(({ title }) => title)).size).toBe(orderStatusSchema.options.length)
})

test('an open payment is described by how it is made', () => {
  expect(describeOrder({ ...order, status: 'pending' }).title).toBe('Waiting for the payment.')
  const invoice = describeOrder({ ...order, status: 'pending', paymentMethod: 'invoice' })
  expect(invoice.lead).toContain('Pay A$458.00 by bank transfer')
})

test('an order that is paid in part says what is missing', () => {
  const part = { ...order, status: 'pending', paymentMethod: 'invoice', outstanding: 35_800 } as const
  expect(describeOrder(part)).toEqual({
    title: 'A part has arrived.',
    lead: 'We have A$100.00 of A$458.00. Pay the rest, A$358.00, by bank transfer. The keys come by email when all of it has arrived.',
  })
})

describe('an order by transfer', () => {
  const steps: Order['steps'] = [
    { kind: 'due', day: '2026-12-05' },
    { kind: 'lapse', day: '2026-12-21' },
  ]
  const awaited = { ...order, status: 'pending', paymentMethod: 'invoice', steps } as const
  const part = { ...awaited, outstanding: 35_800 }

  test('is overdue once its due day is over, and says when it lapses', () => {
    expect(describeOrder({ ...awaited, today: '2026-12-05' }).lead).toContain(
      'Pay A$458.00 by bank transfer by 5 December 2026.',
    )
    expect(describeOrder({ ...awaited, today: '2026-12-06' })).toEqual({
      title: 'Your invoice is overdue.',
      lead: 'Pay A$458.00 by bank transfer. It was due on 5 December 2026. The order lapses after 21 December 2026. The keys come by email when the money has arrived.',
    })
  })

  test('that is paid in part stays open after its last day, and says why', () => {
    expect(describeOrder({ ...part, today: '2026-12-06' }).lead).toContain(
      'Pay the rest, A$358.00, by bank transfer. It was due on 5 December 2026. The keys',
    )
    expect(describeOrder({ ...part, today: '2026-12-22' }).lead).toContain(
      'The last day, 21 December 2026, is over, but the order hasn’t lapsed, because a part has come.',
    )
  })

  test('waits for the card while its payment page is open', () => {
    const opened = { ...awaited, paymentUrl: 'https://pay.example.com/1' }
    expect(describeOrder(opened).title).toBe('Waiting for the payment.')
  })
})

test('a part that a lapsed or cancelled order got is named, with what is missing and both ways on', () => {
  const lapsed: Order = { ...order, status: 'expired', total: 8900, outstanding: 0 }
  const payments = [{ amount: 5000, date: '2026-12-28T00:00:00.000Z' }]
  const { title, lead } = describeOrder({ ...lapsed, payments })
  expect(title).toBe('This order has lapsed, and a part has come.')
  expect(lead).toContain('A$50.00 of A$89.00 has arrived, and A$39.00 is missing.')
  expect(lead).toContain('with the reference 2026-000001')
  expect(lead).toContain('or write to us')
  expect(describeOrder(lapsed).title).toBe('This order has run out.')
  const cancelled: Order = { ...lapsed, status: 'cancelled' }
  expect(describeOrder({ ...cancelled, payments })).toEqual({
    title: 'This order was cancelled, and a part has come.',
    lead,
  })
  expect(describeOrder(cancelled).title).toBe('This order was cancelled.')
})

test('whoever waits for a change hears of the licence, and of no keys', () => {
  expect(arrivalOf(order)).toBe('The payment has arrived. Your keys are on this page.')
  const lines = [{ change: 'renewal' }] as never
  expect(arrivalOf({ lines })).toBe('The payment has arrived. Your licence has changed.')
})

test('the new licence file is promised only while the order counts', () => {
  const promised = orderStatusSchema.options.filter((status) => describeFile({ status }).includes('new'))
  expect(promised).not.toContain('refunded')
  expect(promised).not.toContain('disputed')
  expect(promised).toContain('partially_refunded')
})

test.each([
  [{ payment: 'processing' }, 'Your bank is working on it.', 'up to 3 working days. We mail your keys'],
  [{ payment: 'failed' }, 'Your bank refused the payment.', 'Nothing of the A$458.00 has come.'],
] as const)('a debit says what the bank does: %j', (change, title, lead) => {
  const described = describeOrder({ ...order, status: 'pending', paymentMethod: 'card', ...change })
  expect(described).toEqual({ title, lead: expect.stringContaining(lead) })
})

test.each([
  [{ refundPending: 10_000 }, 'A$100.00 of A$458.00 is on its way back.'],
  [{ takenBack: 10_000 }, 'Your bank has taken back A$100.00 of A$458.00 after a dispute.'],
  [
    { refundFailed: { amount: 10_000, reason: 'lost' } },
    'A$100.00 of A$458.00 that we sent back didn’t reach you.',
  ],
  [{ refundRepaid: 10_000 }, 'A$100.00 of A$458.00 went to your bank account.'],
  [
    { refundToSend: { amount: 10_000, by: '2026-12-03' as const, account: null } },
    'We transfer A$100.00 of A$458.00 to your bank account by 3 December 2026.',
  ],
])('a refund says where the money is: %j', (change, words) => {
  const { lead } = describeOrder({ ...order, status: 'partially_refunded', ...change })
  expect(lead).toContain(words)
  expect(lead).not.toContain('went back the way it came')
})

test('a partial refund says what went back of what', () => {
  expect(describeOrder({ ...order, status: 'partially_refunded' }).lead).toContain('A$100.00 of A$458.00')
})

test.each([
  [[], ''],
  [[mail('order_paid', 'queued')], 'A mail is on its way to ada@example.com.'],
  [[mail('order_paid', 'dead')], 'The mail to ada@example.com couldn’t be delivered.'],
  [[mail('order_paid', 'dead'), mail('order_paid', 'sent')], 'We’ve sent a mail to ada@example.com.'],
  [[mail('order_paid', 'sent'), mail('order_refunded', 'dead')], 'We’ve sent a mail to ada@example.com.'],
])('the last mail with the keys counts: %j', (mails, text) => {
  expect(mailOf({ ...order, mails })).toBe(text)
})
