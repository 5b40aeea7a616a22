import { expect, test } from 'vitest'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { whatAcceptingGives, whyInReview } from './why-in-review.ts'

const order = { total: 22_900, currency: 'AUD', receivedCurrency: 'AUD', events: [], lines: [] }

test.each([
  [22_800, 'AUD', '$228.00 came in, and the order comes to $229.00: $1.00 too little.', 'gives away $1.00'],
  [23_000, 'AUD', '$230.00 came in, and the order comes to $229.00: $1.00 too much.', '$1.00 more than'],
  [22_900, 'NZD', 'in another currency than the order’s $229.00.', 'for the whole $229.00'],
])(
  'of an order with %i %s the page says why it is in review, and what accepting gives',
  (came, currency, why, gives) => {
    const reviewed = { ...order, receivedAmount: came, receivedCurrency: currency }
    expect(whyInReview(reviewed)).toContain(why)
    expect(whatAcceptingGives(reviewed)).toContain(gives)
  },
)

test('a paid change that doesn’t fit says so', () => {
  const event = { at: '', who: null, event: 'order.review', before: {}, after: {} }
  const events = [{ ...event, detail: 'was pending; the licence has another plan' }]
  const reviewed = { ...order, receivedAmount: 22_900, events }
  expect(whyInReview(reviewed)).toBe('the licence has another plan')
  const lines = [{ change: 'renewal' }] as DeskOrder['lines']
  expect(whatAcceptingGives({ ...reviewed, lines })).toContain('The licence changes.')
})
