import { expect, test } from 'vitest'
import { orderStatusSchema } from '#shared/orders.ts'
import { describeAct, describeChanges, formatSum } from './words.ts'

test('changes show sums as money, and neither ids nor empty lists', () => {
  const id = `pay_${'0a'.repeat(16)}`
  const before = { status: 'paid', refunded: 0 }
  const after = {
    status: 'paid',
    refunded: 60_100,
    licences: [],
    payment: id,
    updatesUntil: '2027-02-01',
    created_at: '2026-11-23T11:38:04.766Z',
  }
  expect(describeChanges(before, after, (cents) => formatSum(cents, 'AUD'))).toEqual([
    { label: 'Refunded', from: '$0.00', to: '$601.00' },
    { label: 'Updates until', from: null, to: '2027-02-01' },
  ])
})

test.each(orderStatusSchema.options)('what brings an order to “%s” has words', (status) => {
  expect(describeAct(`order.${status}`)).toMatch(/ order| dispute|refund/)
  expect(describeAct(`order.${status}`)).not.toBe(`order ${status.replaceAll('_', ' ')}`)
})

test('a note and an e-mail are called so', () => {
  const after = { text: 'Calls back', email: 'ada@example.com' }
  expect(describeChanges({}, after, String).map(({ label }) => label)).toEqual(['Note', 'E-mail'])
})
