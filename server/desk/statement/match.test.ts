import { expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import { type Candidate, matchLines, noMatch, numbersIn } from './match.ts'

const [placedOn, today] = ['2026-11-18', '2026-11-22'] as Day[] as [Day, Day]
const onTheDay = (texts: string[], amounts: number[]) => ({
  texts,
  amounts,
  days: texts.map(() => today),
  currencies: [],
  today,
})
const candidates: Candidate[] = [
  {
    number: '2026-000402',
    outstanding: 22_900,
    placedOn,
    currency: 'AUD',
    purchaseOrder: null,
    invoices: ['INV-000398'],
    names: ['Notional Theatre Trust'],
  },
  {
    number: '2026-000425',
    outstanding: 69_000,
    placedOn,
    currency: 'AUD',
    purchaseOrder: '4500-0117',
    invoices: ['INV-000411'],
    names: ['Nowhere Shire'],
  },
  {
    number: '2026-000419',
    outstanding: 45_800,
    placedOn,
    currency: 'AUD',
    purchaseOrder: 'FG/26-118',
    invoices: [],
    names: ['Fictional Grammar'],
  },
  {
    number: '2026-000409',
    outstanding: 8900,
    placedOn,
    currency: 'AUD',
    purchaseOrder: null,
    invoices: [],
    names: ['Figment Films'],
  },
  {
    number: '2026-000407',
    outstanding: 8900,
    placedOn,
    currency: 'AUD',
    purchaseOrder: null,
    invoices: [],
    names: ['Figment Films'],
  },
]

test.each([
  ['NOTIONAL THEATRE 2026 402', 22_900, 'matched', ['2026-000402'], 'reference'],
  ['pay 2026000402 thanks', 22_900, 'matched', ['2026-000402'], 'reference'],
  ['2026-0402', 22_900, 'matched', ['2026-000402'], 'reference'],
  ['DIRECT CREDIT NOWHERE SHIRE 4500-0117', 69_000, 'matched', ['2026-000425'], 'purchase_order'],
  ['4500 117', 69_000, 'several', ['2026-000425'], 'purchase_order'],
  ['NOWHERE 4500-0117', 69_000, 'several', ['2026-000425'], 'purchase_order'],
  ['INV 411 PO FG26118', 69_000, 'matched', ['2026-000425'], 'invoice'],
  ['INV 398', 22_900, 'matched', ['2026-000402'], 'invoice'],
  ['inv-000398', 22_900, 'matched', ['2026-000402'], 'invoice'],
  ['FICTIONAL GRAMMAR FG26118', 44_000, 'wrong_amount', ['2026-000419'], 'purchase_order'],
  ['INTERNET TRANSFER FIGMENT', 8900, 'several', ['2026-000409', '2026-000407'], 'name'],
  ['OSKO FICTIONAL GRAMMAR', 45_800, 'several', ['2026-000419'], 'name'],
  ['OSKO FICTIONAL', 45_800, 'several', ['2026-000419'], 'name'],
  ['OSKO FICTIONAL GRAMMAR', 45_700, 'none', [], null],
  ['2026-000402', -22_900, 'none', [], null],
  ['12026 4021', 22_900, 'none', [], null],
  ['STRIPE PAYOUT', 110_420, 'none', [], null],
] as const)('%s for %i is %s', (text, amount, state, orders, by) => {
  expect(matchLines(onTheDay([text], [amount]), candidates)).toMatchObject([
    { state, orders: [...orders], by },
  ])
})

test.each([
  ['TRANSFER FROM HAZEL SMITH PLUMBING', ['Elif Hazel'], 'part'],
  ['TRANSFER FROM ELIF HAZEL', ['Elif Hazel'], 'whole'],
  ['Hazel, Élif M', ['Elif J. Hazel'], 'whole'],
  ['QUOKKA FILMS', ['Elif Hazel', 'Quokka Films Pty Ltd'], 'whole'],
  ['QUOKKA PTY LTD', ['Elif Hazel', 'Quokka Films Pty Ltd'], 'part'],
  ['QUOKKA PTY LTD', ['Elif Hazel', 'Quokka Pty Ltd'], 'part'],
  ['ELIF QUOKKA FILMS', ['Elif Hazel', 'Quokka Films GmbH'], 'whole'],
  ['HAZEL FILMS', ['Elif Hazel', 'Quokka Films'], 'part'],
  ['NOWHERE SCHOOL', ['Elif Hazel', 'Nowhere Primary School'], 'part'],
  ['SMITH PLUMBING LIMITED', ['Elif Hazel', 'Quokka Limited'], 'none'],
] as const)('%s of %j by amount has a name’s %s', (text, names, fit) => {
  const order = { outstanding: 8900, placedOn, currency: 'AUD', purchaseOrder: null, invoices: [] }
  const [own, other] = ['2026-000402', '2026-000403']
  const [match] = matchLines(onTheDay([text], [8900]), [
    { ...order, number: own, names: [...names] },
    { ...order, number: other, names: [`${text} Elsewhere`] },
  ])
  const orders = { whole: [own], part: [own, other], none: [other] }[fit]
  expect(match).toMatchObject({ state: 'several', by: 'name' })
  expect(match?.orders.toSorted()).toEqual(orders)
})

test.each([
  ['NOTIONAL THEATRE 2026 402', 22_900, '2026 402'],
  ['pay 2026000402 thanks', 22_900, '2026000402'],
  ['DIRECT CREDIT NOWHERE SHIRE 4500-0117', 69_000, '4500-0117'],
  ['thé café 4500-0117', 69_000, '4500-0117'],
  ['OSKO FICTIONAL', 45_800, 'FICTIONAL'],
  ['INTERNET TRANSFER FIGMENT FILMS', 8900, 'FIGMENT FILMS'],
])('%s says where it names the order', (text, amount, named) => {
  const [match] = matchLines(onTheDay([text], [amount]), candidates)
  expect(text.slice(...(match?.said ?? []))).toBe(named)
})

test.each([
  ['MARIA GONZALES Nov 2026 teleprompter', '2026', 'several', [1]],
  ['MARIA GONZALES Nov 2026 teleprompter', 'NOV 2026', 'several', [1]],
  ['MARIA GONZALES 22/11/26', '2211', 'several', [1]],
  ['MARIA GONZALES 20261122', '20261122', 'several', [1]],
  ['MARIA GONZALES OSKO12', 'OSKO12', 'several', [1, 2]],
  ['MARIA GONZALES 2026-118', '2026-118', 'several', [1, 2]],
  ['M GONZALES OSKO12 NAME ANY', 'OSKO12', 'several', [1, 2]],
  ['ANY NAME OSKO12', 'OSKO12', 'matched', [2]],
  ['INV-000398 OSKO12', 'OSKO12', 'matched', [1]],
  ['2026-000001 OSKO12', 'OSKO12', 'matched', [1]],
  ['INV-000398', 'INV-000398', 'matched', [1]],
  ['2026-000001', '2026-000001', 'matched', [1]],
] as const)('%s isn’t taken over by an equal order of purchase order %s', (text, po, state, orders) => {
  const order = { outstanding: 69_000, placedOn, currency: 'AUD', invoices: [], purchaseOrder: null }
  const [match] = matchLines(onTheDay([text], [69_000]), [
    { ...order, number: '2026-000001', invoices: ['INV-000398'], names: ['Maria Gonzales'] },
    { ...order, number: '2026-000002', purchaseOrder: po, names: ['Any Name'] },
  ])
  expect(match).toMatchObject({ state, orders: orders.map((n) => `2026-00000${n}`) })
})

test('of nothing says nothing', () => {
  expect(matchLines(onTheDay(['STRIPE PAYOUT'], [100]), candidates)).toEqual([noMatch])
})

test('offers an order that waits before a paid one of the same purchase order', () => {
  const order = { placedOn, currency: 'AUD', purchaseOrder: '4500-0117', invoices: [], names: [] }
  const orders = [
    { ...order, number: '2026-000001', outstanding: 0 },
    { ...order, number: '2026-000002', outstanding: 8900 },
  ]
  const [match] = matchLines(onTheDay(['PO 4500 117'], [8900]), orders)
  expect(match).toMatchObject({ state: 'several', orders: ['2026-000002', '2026-000001'] })
})

test('leaves it open whether money is for the paid order of the number or for the name’s', () => {
  const order = { placedOn, currency: 'AUD', purchaseOrder: null, invoices: [] }
  const orders = [
    { ...order, number: '2026-000001', outstanding: 0, names: [] },
    { ...order, number: '2026-000002', outstanding: 8900, names: ['Elif Hazel'] },
  ]
  const [match] = matchLines(onTheDay(['ELIF HAZEL 2026 1'], [8900]), orders)
  expect(match).toMatchObject({ state: 'several', orders: ['2026-000001', '2026-000002'] })
})

test('matches no day before the order’s or in the future, and leaves the order to other lines', () => {
  const days = ['2026-11-17', '2026-11-23', '2026-11-18', '2026-11-17'] as Day[]
  const texts = ['2026 402', '2026 402', '2026 402', 'FICTIONAL GRAMMAR']
  const amounts = [22_900, 22_900, 22_900, 45_800]
  const states = matchLines({ texts, amounts, days, currencies: [], today }, candidates).map(
    ({ state }) => state,
  )
  expect(states).toEqual(['wrong_date', 'wrong_date', 'matched', 'wrong_date'])
})

test('offers no choice that booking would refuse', () => {
  const days = ['2026-11-17', '2026-11-18', '2026-11-17'] as Day[]
  const dated = candidates.map((candidate, index) => ({
    ...candidate,
    placedOn: (index === 0 ? '2026-11-18' : '2026-11-10') as Day,
  }))
  const [first = '', second = ''] = dated.map(({ number }) => number)
  const texts = [`${first} ${second}`, `${first} ${second}`, `${first} ${first}`]
  const amounts = [100, 100, 100]
  expect(matchLines({ texts, amounts, days, currencies: [], today }, dated)).toMatchObject([
    { state: 'several', orders: [second] },
    { state: 'several', orders: [first, second] },
    { state: 'wrong_date', orders: [first] },
  ])
})

test('takes an order in full once', () => {
  const texts = ['2026 402', '2026 402']
  const states = matchLines(onTheDay(texts, [22_900, 22_900]), candidates).map(({ state }) => state)
  expect(states).toEqual(['matched', 'wrong_amount'])
})

test('finds the numbers that closed orders may have', () => {
  expect(numbersIn(['pay 2026 7', '2026000012', 'x 1999 2', 'inv 398, INV-000411', 'INVOICE 7'])).toEqual({
    orders: ['2026-000007', '2026-000012'],
    invoices: ['INV-000398', 'INV-000411'],
  })
})
