import { expect, test } from 'vitest'
import { describeKey, describeLine, lineWord } from './words.ts'

test.each(['…-2LFA', '2lfa', 'PRMT-…-2LFA', 'PRMT-ABCD-EFGH-JKMN-2LFA'])(
  'a key is told by its end: %s',
  (key) => {
    expect(describeKey(key.toUpperCase())).toBe('ending 2LFA')
  },
)

test('a line of a changed licence names its key by the end', () => {
  expect(describeLine('Renewal to 24 November 2027, PRMT-…-YT2T')).toBe(
    'Renewal to 24 November 2027, key ending YT2T',
  )
  expect(describeLine('Studio')).toBe('Studio')
})

const line = {
  state: 'several',
  left: 10_000,
  reason: null,
  currency: null,
  quote: null,
  split: null,
} as const

test.each([
  [{ orders: ['2026-000001', '2026-000002'], why: ['A', 'B'] }, '2 orders fit'],
  [{ state: 'proposed', orders: ['2026-000001'], why: ['Only the amount fits'] }, 'Only the amount fits'],
  [{ state: 'held' }, 'Not booked yet by the bank'],
  [{ split: [1, 2].map((order) => ({ order: `2026-00000${order}`, amount: 1 })) }, 'Pays 2 orders together'],
  [{ state: 'none', quote: 'Q-000001' }, 'That quote was never ordered'],
  [{ state: 'none', reason: 'money_out' }, 'Money out'],
  [
    { state: 'none', reason: 'money_out', why: ['2026-000001 was refunded'] },
    'Money out: 2026-000001 was refunded',
  ],
] as const)('a line of %j says %s', (own, word) => {
  const { orders = [], why = [], ...more } = own as Partial<Parameters<typeof lineWord>[0]>
  expect(lineWord({ ...line, ...more, orders, why })).toBe(word)
})

test.each([
  ['pending', 10_000, 'Another line pays it'],
  ['pending', 12_000, '$20.00 too little'],
  ['expired', 9000, '$10.00 too much'],
  ['paid', 0, 'Paid already'],
  ['refunded', 0, 'Refunded'],
] as const)('a line that names an order that is %s, with %d due, says %s', (status, outstanding, word) => {
  const named = { ...line, state: 'wrong_amount', orders: ['2026-000001'], why: ['Names it'] } as const
  expect(
    lineWord(
      { ...named, orders: [...named.orders], why: [...named.why] },
      { status, outstanding, currency: 'AUD' },
    ),
  ).toBe(word)
})
