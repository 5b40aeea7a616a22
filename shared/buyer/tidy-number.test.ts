import { expect, test } from 'vitest'
import { buyerSchema } from '../licensing/mine-requests.ts'
import { checkoutSchema } from '../orders/checkout.ts'

const { customer } = checkoutSchema.shape
const ada = { name: 'Ada', email: 'ada@example.com' }

test.each([
  'ABN 51 824 753 556',
  'abn: 51-824-753-556',
  '51\u00a0824\u00a0753\u00a0556',
  '５１８２４７５３５５６',
])('an order and a correction take the ABN that was pasted as “%s”', (abn) => {
  expect(customer.parse({ ...ada, country: 'AU', abn }).abn).toBe('51824753556')
  expect(buyerSchema.parse({ name: 'Ada', abn }).abn).toBe('51824753556')
})

test.each(['NZBN 9429 0306 20001', '９４２９０３０６２０００１'])(
  'an order and a correction take the NZBN that was pasted as “%s”',
  (nzbn) => {
    expect(customer.parse({ ...ada, country: 'NZ', nzbn }).nzbn).toBe('9429030620001')
    expect(buyerSchema.parse({ name: 'Ada', nzbn }).nzbn).toBe('9429030620001')
  },
)

test('the name alone is no number', () => {
  expect(customer.safeParse({ ...ada, country: 'AU', abn: 'ABN' }).success).toBe(false)
  expect(buyerSchema.safeParse({ name: 'Ada', abn: 'ABN' }).success).toBe(false)
  expect(buyerSchema.safeParse({ name: 'Ada', nzbn: 'n/a' }).success).toBe(false)
})
