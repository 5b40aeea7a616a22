import { expect, test } from 'vitest'
import type { OwnOrder } from '#shared/orders/mine.ts'
import { withoutLeftOrders } from './mine.ts'

const order = (id: string, change: object = {}) =>
  ({
    id,
    status: 'pending',
    paymentMethod: 'card',
    payment: null,
    paidAt: null,
    createdAt: `2026-11-2${id}T00:00:00.000Z`,
    lines: [{ sku: 'solo', qty: 1, change: null }],
    ...change,
  }) as unknown as OwnOrder
const paid = { status: 'paid', paidAt: '2026-11-26T00:00:00.000Z' }
const shown = (...orders: OwnOrder[]) => withoutLeftOrders(orders).map(({ id }) => id)

test('an order that was left steps aside once an equal one is paid', () => {
  expect(shown(order('1'), order('2', paid))).toEqual(['2'])
  expect(shown(order('1'), order('2'), order('3', paid))).toEqual(['3'])
})

test.each([
  ['nothing was paid', order('1'), order('2')],
  ['the paid one came before', order('2'), order('1', paid)],
  [
    'other things were bought',
    order('1'),
    order('2', { ...paid, lines: [{ sku: 'solo', qty: 2, change: null }] }),
  ],
  ['its bank works on it', order('1', { payment: 'processing' }), order('2', paid)],
  ['it waits for a transfer', order('1', { paymentMethod: 'invoice' }), order('2', paid)],
])('it stays where %s', (_why, left, other) => expect(shown(left, other)).toHaveLength(2))
