import { expect, test } from 'vitest'
import type { OwnLicence, OwnOrder } from '#shared/orders/mine.ts'
import { buyerOf } from './buyer-of.ts'

const licence = { key: 'A' } as OwnLicence
const order = (name: string, ...keys: (string | null)[]) =>
  ({ customer: { name, country: 'DE' }, lines: [{ licences: keys.map((key) => ({ key })) }] }) as OwnOrder

test('a licence’s buyer is that of its newest order', () => {
  const orders = [order('newest', 'B', null), order('renewal', 'A'), order('first', 'A', 'B')]
  expect(buyerOf(licence, orders)?.name).toBe('renewal')
})

test('for a licence that came from another address, it is that of the newest order of all', () => {
  expect(buyerOf(licence, [order('newest', 'B'), order('older', 'C')])?.name).toBe('newest')
  expect(buyerOf(licence, [])).toBeNull()
})
