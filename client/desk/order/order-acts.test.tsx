import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import type { Attention } from '#shared/orders/attention.ts'
import { frameId } from '../frame/use-frame.ts'
import { OrderActs } from './order-acts.tsx'

const order = {
  number: '2026-000001',
  status: 'refunded',
  currency: 'AUD',
  total: 45_800,
  refunded: 45_800,
  receivedAmount: 45_800,
  outstanding: 0,
  credit: 0,
  canRefund: true,
  dueAt: null,
  payment: null,
  paymentMethod: 'card',
  attention: null,
  refundFailed: { amount: 45_800, reason: 'expired_or_canceled_card' },
  customer: { name: 'Ada Byron', email: 'ada@example.com', country: 'AU' },
  lines: [],
  licences: [],
  payments: [],
  documents: [],
  creditCanPay: [],
} as unknown as DeskOrder

function actsOf(kind: Attention['kind'] | null, change: Partial<DeskOrder> = {}): string {
  const attention = kind && { kind, id: 'dp_1', reason: 'fraudulent', amount: 45_800, dueBy: null }
  const element = <OrderActs order={{ ...order, attention, ...change }} today="2026-11-20" />
  const router = createMemoryRouter([{ id: frameId, path: '/', element, loader: () => null }], {
    hydrationData: { loaderData: { [frameId]: { role: 'owner' } } },
  })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test.each([
  [null, true],
  ['inquiry', true],
  ['dispute', false],
] as const)('a failed refund that is owed can be paid back beside attention of kind %s: %s', (kind, can) => {
  const acts = actsOf(kind)
  for (const act of ['refund-again', 'refund-by-transfer'])
    expect([act, acts.includes(`/${act}"`)]).toEqual([act, can])
  expect(acts.includes('a dispute is open. Wait until it’s decided.')).toBe(!can)
})

test.each([
  [null, 'Sends keys and documents again'],
  ['renewal', 'Sends the changed licence and documents again'],
] as const)('the mail of an order of which a line is %s is named by what it brings: %s', (change, words) => {
  const lines = [{ change }] as DeskOrder['lines']
  expect(actsOf(null, { status: 'paid', refunded: 0, refundFailed: null, lines })).toContain(words)
})

test.each([
  ['warning', true],
  ['unknown', true],
  ['review', false],
  ['inquiry', false],
  ['dispute', false],
] as const)('attention of kind %s can be left as it is: %s', (kind, can) => {
  expect(actsOf(kind).includes('/leave-attention"')).toBe(can)
})
