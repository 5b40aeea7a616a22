import { expect, test } from 'vitest'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { formatSum } from '#shared/desk/words.ts'
import { listMoney } from './list-money.ts'

test.each([
  {
    what: 'a part that was lost to a dispute',
    refunded: 22_900,
    takenBack: 22_900,
    paid: [entry('card', 'payment', 45_800), entry('card', 'taken_back', -22_900)],
    refunds: [],
    rows: ['Card payment $458.00', 'Taken back by the bank −$229.00', 'Kept $229.00'],
  },
  {
    what: 'a transfer of which a bank kept a part',
    refunded: 0,
    takenBack: 0,
    paid: [entry('transfer', 'payment', 43_300), entry('transfer', 'fee', 2500)],
    refunds: [],
    rows: ['Bank transfer $433.00', 'Forgiven as a bank’s fee $25.00', 'Kept $458.00'],
  },
  {
    what: 'a refund that failed and went by transfer',
    refunded: 45_800,
    takenBack: 0,
    paid: [entry('card', 'payment', 45_800), entry('transfer', 'repaid', -45_800)],
    refunds: [45_800],
    rows: ['Card payment $458.00', 'Refund, by transfer −$458.00', 'Kept $0.00'],
  },
  {
    what: 'a refund that wasn’t sent after all',
    refunded: 8900,
    takenBack: 0,
    paid: [
      entry('transfer', 'payment', 45_800),
      entry('transfer', 'repaid', -8900),
      entry('transfer', 'repaid', 8900),
    ],
    refunds: [8900],
    rows: [
      'Bank transfer $458.00',
      'Refund, by transfer −$89.00',
      'Booked by mistake, taken back $89.00',
      'Refund −$89.00',
      'Kept $369.00',
    ],
  },
  {
    what: 'one of two refunds that failed, after an appeal was won',
    refunded: 30_000,
    takenBack: 0,
    paid: [
      entry('card', 'payment', 45_800),
      entry('card', 'taken_back', -45_800),
      entry('card', 'given_back', 45_800),
      entry('transfer', 'repaid', -10_000),
    ],
    refunds: [20_000, 10_000],
    rows: [
      'Card payment $458.00',
      'Taken back by the bank −$458.00',
      'Given back by the bank $458.00',
      'Refund, by transfer −$100.00',
      'Refund −$200.00',
      'Kept $158.00',
    ],
  },
])('the payments of an order count each cent once: $what', ({ paid, refunds, rows, ...sums }) => {
  let refunded = 0
  const events = refunds.map((amount) => {
    const before = { refunded }
    refunded += amount
    return {
      at: '2026-11-20T03:00:00Z',
      who: '',
      event: 'order.refunded',
      detail: '',
      before,
      after: { refunded },
    }
  })
  const { entries, kept } = listMoney({ ...sums, payments: paid, events })
  const listed = [...entries, { name: 'Kept', amount: kept }]
  expect(listed.map(({ name, amount }) => `${name} ${formatSum(amount, 'AUD')}`)).toEqual(rows)
})

test('the payments of an order stand by their days', () => {
  const events = [
    {
      at: '2026-11-21T03:00:00Z',
      who: '',
      event: 'order.refunded',
      detail: '',
      before: { refunded: 0 },
      after: { refunded: 10_000 },
    },
  ]
  const taken = { ...entry('card', 'taken_back', -35_800), date: '2026-11-30T03:00:00Z' }
  const { entries } = listMoney({
    refunded: 45_800,
    takenBack: 35_800,
    events,
    payments: [entry('card', 'payment', 45_800), taken],
  })
  expect(entries.map(({ name }) => name)).toEqual(['Card payment', 'Refund', 'Taken back by the bank'])
})

function entry(source: 'card' | 'transfer', kind: DeskOrder['payments'][number]['kind'], amount: number) {
  return {
    id: `${kind} ${amount}`,
    currency: 'AUD',
    date: '2026-11-20T03:00:00Z',
    reference: null,
    who: '',
    source,
    kind,
    amount,
  }
}
