import { afterEach, expect, test, vi } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import { anyCandidate, linesOf } from '../../../testing/support/any-candidate.ts'
import type { Candidate, QuoteCandidate } from './find-orders.ts'
import { type Match, matchLines, noMatch } from './match.ts'
import { numbersIn } from './references.ts'

afterEach(() => vi.restoreAllMocks())

const candidates: Candidate[] = [
  anyCandidate({ number: '2026-000402', invoices: ['INV-000398'], names: ['Notional Theatre Trust'] }),
  anyCandidate({
    number: '2026-000425',
    outstanding: 69_000,
    purchaseOrder: '4500-0117',
    invoices: ['INV-000411'],
    names: ['Nowhere Shire'],
  }),
  anyCandidate({
    number: '2026-000419',
    outstanding: 45_800,
    purchaseOrder: 'FG/26-118',
    names: ['Fictional Grammar'],
  }),
  anyCandidate({ number: '2026-000409', outstanding: 8900, names: ['Figment Films'] }),
  anyCandidate({ number: '2026-000407', outstanding: 8900, names: ['Figment Films'] }),
]

test.each([
  ['NOTIONAL THEATRE 2026 000402', 22_900, 'matched', ['2026-000402'], 'reference'],
  ['NOTIONAL THEATRE 2026 402', 22_900, 'proposed', ['2026-000402'], 'number'],
  ['pay 2026000402 thanks', 22_900, 'matched', ['2026-000402'], 'reference'],
  ['2026-0402', 22_900, 'proposed', ['2026-000402'], 'number'],
  ['DIRECT CREDIT NOWHERE SHIRE 4500-0117', 69_000, 'proposed', ['2026-000425'], 'purchase_order'],
  ['4500 117', 69_000, 'proposed', ['2026-000425'], 'purchase_order'],
  ['INV 411 PO FG26118', 69_000, 'matched', ['2026-000425'], 'invoice'],
  ['INV 398', 22_900, 'matched', ['2026-000402'], 'invoice'],
  ['inv-000398', 22_900, 'matched', ['2026-000402'], 'invoice'],
  ['inv-000398', 22_800, 'wrong_amount', ['2026-000402'], 'invoice'],
  ['FICTIONAL GRAMMAR FG26118', 44_000, 'wrong_amount', ['2026-000419'], 'purchase_order'],
  ['INTERNET TRANSFER FIGMENT', 8900, 'several', ['2026-000409', '2026-000407'], 'name'],
  ['OSKO FICTIONAL GRAMMAR', 45_800, 'proposed', ['2026-000419'], 'name'],
  ['OSKO FICTIONAL', 45_800, 'proposed', ['2026-000419'], 'name'],
  ['OSKO FICTIONAL GRAMMAR', 45_700, 'none', [], null],
  ['STRIPE PAYOUT', 22_900, 'proposed', ['2026-000402'], 'amount'],
  ['2026-000402', -22_900, 'none', [], null],
  ['12026 4021', 22_800, 'none', [], null],
  ['STRIPE PAYOUT', 110_420, 'none', [], null],
] as const)('%s for %i is %s', (text, amount, state, orders, by) => {
  expect(matchLines(linesOf([text], [amount]), candidates)).toMatchObject([
    { state, orders: [...orders], by },
  ])
})

/** Texts for order 2026-000275 of invoice INV-000351, which is 229.00, with orders beside it that a careless reader takes. */
const others = ['2026-000003', '2026-000011', '2026-000012', '2026-000027', '2026-000035', '2026-000351']
const typed = [
  anyCandidate({ number: '2026-000275', invoices: ['INV-000351'], names: ['Ada Byron'] }),
  anyCandidate({ number: '2026-000271', invoices: ['INV-000346'], names: ['Grace Hopper'] }),
  ...others.map((number, index) => anyCandidate({ number, invoices: [`INV-00003${index}`] })),
]

test.each([
  'order 2026-000275',
  'order 2026-275',
  'Order no. 275',
  'inv000351',
  'invoice 351',
  'Invoice no. 351',
  'INV NO 351',
  'tax invoice no 351',
  'INVOICE351',
  'RECHNUNG NR. 351',
  'Order2026-000275',
  'ROSTRUM2026-000275',
  '2026-000275LIAM',
  'EREF+2026-000275SVWZ+ROSTRUM',
  '2026 000 275',
  '2026-000-275',
  '# 275',
  'SMITH P ORDER 275',
  'ORDER 2026-275 229',
  '2026-000-275-1',
  'SMITH J ORDER 275',
  'PAYMENT INVOICE 351',
  'SMITH P INV 351',
  '2026/000275',
  '2O26-OOO275',
  'INV OOO351',
  'A BYRON NO2026000275',
  '25/11/2026 12:30 2026-000275 A$229.00',
  '2026-000275 229.00 27 MAIN ST',
  'BSB 062-000 ACC 12345678 2026-000275',
  'CARD XX1234 2026-000275 VALUE DATE 24/11/2026',
  '2026—000275',
  '2026\u2212000275',
  '2026\u2011000275',
  '2026:000275',
  '２０２６-０００２７５',
  'Invoice Nos 351',
  'TaxInvoice351',
  'INV-000351A',
])('“%s” names its order in full', (text) => {
  expect(matchLines(linesOf([text], [22_900]), typed)).toMatchObject([
    { state: 'matched', orders: ['2026-000275'] },
  ])
})

test.each([
  ...['ORDER 26-000275', 'Order 26 000275', 'INV 26-000351', '26/000275', '26.000275'],
  ...['INV 351A', 'INV 351-26', 'INV 351 26', 'INV 351.262', '#351A', 'INV 351/346 26', 'INV 351,999'],
])('“%s” isn’t matched by the number that it begins with', (text) => {
  const orders = [...typed, anyCandidate({ number: '2026-000026', invoices: ['INV-000026'] })]
  const [match] = matchLines(linesOf([text], [22_900]), orders)
  expect(match?.state).toBe(stateOf(match))
  expect(match?.orders).toContain('2026-000275')
  expect(match?.orders).not.toContain('2026-000026')
})

test.each([
  ['DEP 01/01 ORDER 26', 'several'],
  ['DEP 01/01 ORDER 20 ', 'several'],
  ['DEP 01/01 ORDER 26-', 'several'],
  ['ORDER 26 ADA', 'matched'],
  ['INV 26', 'matched'],
])('“%s” may end within another order’s year, or not: %s', (text, state) => {
  const orders = [20, 26].map((count) =>
    anyCandidate({ number: `2026-0000${count}`, invoices: [`INV-0000${count}`] }),
  )
  const [match] = matchLines(linesOf([text], [22_900]), orders)
  expect(match?.state).toBe(state)
})

test.each([
  ['2026-0002', '2026-000275', 'Cut short, begins like 2026-000275'],
  ['INV-00035', '2026-000275', 'Cut short, begins like INV-000351'],
  ['ROSTRUM 2026-00027', '2026-000275', 'Cut short, begins like 2026-000275'],
  ['invoice 35', '2026-000275', 'Cut short, begins like INV-000351'],
  ['2026 275', '2026-000275', 'May mean 2026-000275'],
  ['25 NOV 2026-000275', '2026-000275', 'May mean 2026-000275'],
  ['2026-0002 75', '2026-000275', 'May mean 2026-000275'],
  ['2026-00 0275 ADA', '2026-000275', 'May mean 2026-000275'],
  ['INV-000 351', '2026-000275', 'May mean 2026-000275'],
  ['2026-000 275', '2026-000275', 'May mean 2026-000275'],
  ['ORDER 2026-00027 5 SEATS', '2026-000275', 'May mean 2026-000275'],
  ['ORDER 0275 12 MONTHS', '2026-000275', 'May mean 2026-000275'],
  ['P/ORDER 275', '2026-000275', 'May mean 2026-000275'],
  ['P/ORDER 2026-275', '2026-000275', 'May mean 2026-000275'],
  ['P.O. ORDER 275', '2026-000275', 'May mean 2026-000275'],
  ['P.O. NO. 275', '2026-000275', 'May mean 2026-000275'],
  ['P/O #275', '2026-000275', 'May mean 2026-000275'],
  ['I.D. NO 275', '2026-000275', 'May mean 2026-000275'],
  ['SALES ORDER 275', '2026-000275', 'May mean 2026-000275'],
  ['FIGMENT WORKS ORDER NO 275', '2026-000275', 'May mean 2026-000275'],
  ['PAYMENT: ORDER NO 275', '2026-000275', 'May mean 2026-000275'],
  ['REF NO 275', '2026-000275', 'May mean 2026-000275'],
  ['UNIT #275', '2026-000275', 'May mean 2026-000275'],
])('“%s” may mean %s: %s', (text, order, why) => {
  const [match] = matchLines(linesOf([text], [22_900]), typed)
  expect(match?.state).toBe(stateOf(match))
  expect(match?.why[match.orders.indexOf(order)]).toContain(why)
})

test.each([
  '2026/11/25 J EXAMPLE',
  'DEPOSIT J EXAMPLE 2026-11-25 LICENCE',
  'VALUE DATE 24/11/2026 3 MONTHS',
  '01.11.2026 12:30',
  '24-11-2026 27 Main St',
  '2026-11 subscription',
  '25 NOV 2026 27 MAIN ST',
  'CONSTRUCTOR 351',
  'STANDING ORDER 27',
  'PURCHASE ORDER 351',
  ...['PURCH ORDER NO 351', 'PURCH ORD NO 351', 'PO ORDER NO 351'],
  'CARD 4111 2026 0000 2754',
  'INVOICE 25/11',
  'INVOICE 27 NOV 2026',
  'ORDER 12:30',
  'INV 35.00',
  'CARD 2026-000027',
  'ACCOUNT NO 2026000027',
  'DE89 2026 0000 2700 0351 00',
  '+61 2 2026 0000 27',
  '2026 0000 2700 0351',
  'Q4 2026',
])('“%s” names no order', (text) => {
  expect(matchLines(linesOf([text], [22_900]), typed)).toEqual([noMatch])
})

test('“No 351” names an order or an invoice, but only beside its buyer, or alone', () => {
  const state = (text: string, orders = typed.slice(0, 2)) =>
    matchLines(linesOf([text], [22_900]), orders).map(({ state, orders }) => [state, orders])
  for (const text of ['No 351', '#351', 'BYRON #351', 'Nr. 351 A BYRON']) {
    expect([text, state(text)]).toEqual([text, [['matched', ['2026-000275']]]])
  }
  expect(state('NO 351 HIGH STREET')).toEqual([['proposed', ['2026-000275']]])
  expect(state('#351', typed)).toEqual([['several', ['2026-000351', '2026-000275']]])
})

test.each([
  ['INV 351/346', ['2026-000275', '2026-000271']],
  ['Invoices 351 and 346', ['2026-000275', '2026-000271']],
  ['2026-000275 2026-000271', ['2026-000275', '2026-000271']],
  ['2026-000275/271', ['2026-000275', '2026-000271']],
  ['2026-000-275/271', ['2026-000275', '2026-000271']],
  ['SMITH P ORDERS 275 AND 271', ['2026-000275', '2026-000271']],
])('%s pays both, as both are owed together', (text, orders) => {
  const split = orders.map((order) => ({ order, amount: 22_900 }))
  expect(matchLines(linesOf([text], [45_800]), typed)).toMatchObject([{ state: 'several', orders, split }])
  const [short] = matchLines(linesOf([text], [45_700]), typed)
  expect(short).toMatchObject({ split: null })
  expect(short?.state).not.toBe('matched')
})

test.each([
  ['BIRCH MEDIA 7305-A 7306-A', 17_800 + 8900],
  ['BIRCH MEDIA 2026-000288 7306-A', 17_800 + 8900],
])('%s pays both orders by their purchase orders', (text, amount) => {
  const own = [
    anyCandidate({ number: '2026-000288', outstanding: 17_800, purchaseOrder: '7305-A' }),
    anyCandidate({ number: '2026-000289', outstanding: 8900, purchaseOrder: '7306-A' }),
  ]
  const split = [
    { order: '2026-000288', amount: 17_800 },
    { order: '2026-000289', amount: 8900 },
  ]
  expect(matchLines(linesOf([text], [amount]), own)).toMatchObject([{ state: 'several', split }])
  expect(matchLines(linesOf([text], [amount - 100]), own)).toMatchObject([{ split: null }])
})

test.each([
  ['LI WU', ['Li Wu'], 'Payer’s name'],
  ['NG KIM', ['Kim Ng'], 'Payer’s name'],
  ['JORGENSEN SOREN', ['Søren Jørgensen'], 'Payer’s name'],
  ['JOERGENSEN SOEREN', ['Søren Jørgensen'], 'Payer’s name'],
  ['LUKASZ LOS', ['Łukasz Łoś'], 'Payer’s name'],
  ['JUERGEN MUELLER', ['Jürgen Müller'], 'Payer’s name'],
  ['JÜRGEN MÜLLER', ['Juergen Mueller'], 'Payer’s name'],
  ['AYSE ISIK', ['Ayşe Işık'], 'Payer’s name'],
  ['OBRIEN SIOBHAN', ['Siobhán O’Brien'], 'Payer’s name'],
  ['SIOBHAN O BRIEN', ["Siobhán O'Brien"], 'Payer’s name'],
  ['TRANSFER OBRIEN', ['Siobhán O’Brien'], 'A part of'],
])('%s is %j', (text, names, why) => {
  const orders = [
    anyCandidate({ number: '2026-000001', names }),
    ...[2, 3, 4].map((n) => anyCandidate({ number: `2026-00000${n}` })),
  ]
  const [match] = matchLines(linesOf([text], [22_900]), orders)
  expect(match).toMatchObject({ state: 'proposed', orders: ['2026-000001'], by: 'name' })
  expect(match?.why[0]).toContain(why)
})

test.each(['WU PTY LTD', 'LI', 'LI CHEN'])('%s isn’t Li Wu', (text) => {
  const orders = ['1', '2', '3', '4'].map((n) => anyCandidate({ number: `2026-00000${n}`, names: ['Li Wu'] }))
  expect(matchLines(linesOf([text], [22_900]), orders)).toEqual([noMatch])
})

test('the amount alone is proposed among few', () => {
  const orders = ['1', '2', '3', '4'].map((n) => anyCandidate({ number: `2026-00000${n}` }))
  const [match] = matchLines(linesOf(['PAYMENT'], [22_900]), orders.slice(1))
  const why = 'Only the amount fits, as of 3 orders'
  expect(match).toMatchObject({ state: 'several', by: 'amount', orders: { length: 3 }, why: [why, why, why] })
  expect(matchLines(linesOf(['PAYMENT'], [22_900]), orders)).toEqual([noMatch])
})

test('a licence’s e-mail is known with and without its signs', () => {
  const orders = ['1', '2', '3', '4'].map((n) =>
    anyCandidate({ number: `2026-00000${n}`, emails: [`jane${n}@example.com`] }),
  )
  for (const text of ['RENEWAL jane2@example.com', 'jane2 example.com']) {
    const [match] = matchLines(linesOf([text], [22_900]), orders)
    expect(match).toMatchObject({ by: 'email', orders: ['2026-000002'], why: ['Names jane2@example.com'] })
  }
})

test('a quote that nobody ordered is named, and one that was is its order', () => {
  const quote = { total: 22_900, currency: 'AUD', names: ['Fictional Grammar'] }
  const quotes: QuoteCandidate[] = [
    { ...quote, number: 'Q-000001', order: null },
    { ...quote, number: 'Q-000002', order: '2026-000001' },
  ]
  const look = (text: string) =>
    matchLines(linesOf([text], [22_900]), [anyCandidate({ number: '2026-000001' })], quotes)[0]
  for (const text of ['Q-000001', 'quote 1', 'FICTIONAL GRAMMAR SCHOOL']) {
    const expected = text.startsWith('FIC') ? { state: 'none', quote: 'Q-000001' } : { quote: 'Q-000001' }
    expect([text, look(text)]).toMatchObject([text, expected])
  }
  expect(look('PAYS Q-000002')).toMatchObject({
    ...{
      state: 'proposed',
      by: 'quote',
      orders: ['2026-000001'],
      why: ['Names its quote Q-000002'],
      quote: null,
    },
  })
})

test.each([
  ['REFUND 2026-000001', '2026-000001 was refunded'],
  ['Invoice 11', '2026-000001 was refunded'],
  ['REFUND 2026-000002', '2026-000002 is paid, not refunded'],
  ['INV-000012', '2026-000002 is paid, not refunded'],
  ['Refund of invoice 12', '2026-000002 is paid, not refunded'],
  ['Rückerstattung Rechnung 12', '2026-000002 is paid, not refunded'],
  ['Gutschrift zu Rechnung 12', '2026-000002 is paid, not refunded'],
  ['OFFICE SUPPLIES invoice 12', null],
  ['Refund 2026-000003', null],
])('money out with “%s” says %s', (text, why) => {
  const paid = { outstanding: 0, total: 22_900 }
  const orders = [
    anyCandidate({ ...paid, number: '2026-000001', invoices: ['INV-000011'], isRefunded: true }),
    anyCandidate({ ...paid, number: '2026-000002', invoices: ['INV-000012'] }),
    anyCandidate({ number: '2026-000003' }),
  ]
  const named = { state: 'none', orders: [why?.slice(0, 11)], why: [why] }
  expect(matchLines(linesOf([text], [-22_900]), orders)).toMatchObject([why === null ? noMatch : named])
})

test.each(['Refund of invoice 351', 'REVERSAL 2026-000275', 'Erstattung zu Rechnung 351'])(
  'money in with “%s” is left to a person',
  (text) => {
    expect(matchLines(linesOf([text], [22_900]), typed)).toMatchObject([
      {
        state: 'proposed',
        orders: ['2026-000275'],
        why: [expect.stringMatching(/, but says that it is a refund$/)],
      },
    ])
  },
)

test.each(['SEPA-Gutschrift Rechnung 351', 'Gutschrift 2026-000275'])(
  'money in with “%s” is matched',
  (text) => {
    expect(matchLines(linesOf([text], [22_900]), typed)).toMatchObject([{ state: 'matched' }])
  },
)

test('prefers the order that waits, if a number names none of the years', () => {
  const paid = anyCandidate({ number: '2025-000275', outstanding: 0, total: 22_900 })
  const [one, two] = ['2026-000275', '2024-000275'].map((number) => anyCandidate({ number })) as [
    Candidate,
    Candidate,
  ]
  const look = (orders: Candidate[]) => matchLines(linesOf(['order 275'], [22_900]), orders)[0]
  expect(look([paid, one])).toMatchObject({ state: 'matched', orders: [one.number] })
  expect(look([paid, one, two])).toMatchObject({ state: 'several' })
  expect(look([paid])).toMatchObject({ state: 'wrong_amount', orders: [paid.number] })
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
  const order = { outstanding: 8900 }
  const [own, other] = ['2026-000402', '2026-000403']
  const [match] = matchLines(linesOf([text], [8900]), [
    anyCandidate({ ...order, number: own, names: [...names] }),
    anyCandidate({ ...order, number: other, names: [`${text} Elsewhere`] }),
  ])
  const orders = { whole: [own], part: [own, other], none: [other] }[fit]
  expect(match).toMatchObject({ state: stateOf(match), by: 'name' })
  expect(match?.orders.toSorted()).toEqual(orders)
})

test.each([
  ['NOTIONAL THEATRE 2026 402', 22_900, '2026 402'],
  ['INVOICE NO. 398', 22_900, '398'],
  ['pay 2026000402 thanks', 22_900, '2026000402'],
  ['DIRECT CREDIT NOWHERE SHIRE 4500-0117', 69_000, '4500-0117'],
  ['thé café 4500-0117', 69_000, '4500-0117'],
  ['OSKO FICTIONAL', 45_800, 'FICTIONAL'],
  ['INTERNET TRANSFER FIGMENT FILMS', 8900, 'FIGMENT FILMS'],
])('%s says where it names the order', (text, amount, named) => {
  const [match] = matchLines(linesOf([text], [amount]), candidates)
  expect(text.slice(...(match?.said ?? []))).toBe(named)
})

test.each([
  ['MARIA GONZALES Nov 2026 teleprompter', '2026', 'proposed', [1]],
  ['MARIA GONZALES Nov 2026 teleprompter', 'NOV 2026', 'proposed', [1]],
  ['MARIA GONZALES 22/11/26', '2211', 'proposed', [1]],
  ['MARIA GONZALES 20261122', '20261122', 'proposed', [1]],
  ['MARIA GONZALES OSKO12', 'OSKO12', 'several', [1, 2]],
  ['MARIA GONZALES 2026-118', '2026-118', 'several', [1, 2]],
  ['M GONZALES OSKO12 NAME ANY', 'OSKO12', 'proposed', [2]],
  ['ANY NAME OSKO12', 'OSKO12', 'proposed', [2]],
  ['INV-000398 OSKO12', 'OSKO12', 'matched', [1]],
  ['2026-000001 OSKO12', 'OSKO12', 'matched', [1]],
  ['INV-000398', 'INV-000398', 'matched', [1]],
  ['2026-000001', '2026-000001', 'matched', [1]],
] as const)('%s isn’t taken over by an equal order of purchase order %s', (text, po, state, orders) => {
  const order = { outstanding: 69_000 }
  const [match] = matchLines(linesOf([text], [69_000]), [
    anyCandidate({ ...order, number: '2026-000001', invoices: ['INV-000398'], names: ['Maria Gonzales'] }),
    anyCandidate({ ...order, number: '2026-000002', purchaseOrder: po, names: ['Any Name'] }),
  ])
  expect(match?.state).toBe(state)
  expect(match?.orders.toSorted()).toEqual(orders.map((n) => `2026-00000${n}`))
})

test('of nothing says nothing', () => {
  expect(matchLines(linesOf(['STRIPE PAYOUT'], [100]), candidates)).toEqual([noMatch])
})

test('offers an order that waits before a paid one of the same purchase order', () => {
  const order = { purchaseOrder: '4500-0117', names: [] }
  const orders = [
    anyCandidate({ ...order, number: '2026-000001', outstanding: 0 }),
    anyCandidate({ ...order, number: '2026-000002', outstanding: 8900 }),
  ]
  const [match] = matchLines(linesOf(['PO 4500 117'], [8900]), orders)
  expect(match).toMatchObject({ state: 'several', orders: ['2026-000002', '2026-000001'] })
})

test('leaves it open whether money is for the paid order of the number or for the name’s', () => {
  const orders = [
    anyCandidate({ number: '2026-000001', outstanding: 0, total: 8900, names: [] }),
    anyCandidate({ number: '2026-000002', outstanding: 8900, names: ['Elif Hazel'] }),
  ]
  const [match] = matchLines(linesOf(['ELIF HAZEL 2026-000001'], [8900]), orders)
  expect(match).toMatchObject({ state: 'several', orders: ['2026-000001', '2026-000002'] })
})

test('matches no day before the order’s or in the future, and leaves the order to other lines', () => {
  const days = ['2026-11-17', '2026-11-27', '2026-11-18', '2026-11-17'] as Day[]
  const texts = ['order 402', 'order 402', 'order 402', 'FICTIONAL GRAMMAR']
  const amounts = [22_900, 22_900, 22_900, 45_800]
  const states = matchLines(linesOf(texts, amounts, days), candidates).map(({ state }) => state)
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
  expect(matchLines(linesOf(texts, [100, 100, 100], days), dated)).toMatchObject([
    { state: 'proposed', orders: [second] },
    { state: 'several', orders: [first, second] },
    { state: 'wrong_date', orders: [first] },
  ])
})

test('takes an order in full once', () => {
  const texts = ['order 402', 'order 402']
  const states = matchLines(linesOf(texts, [22_900, 22_900]), candidates).map(({ state }) => state)
  expect(states).toEqual(['matched', 'wrong_amount'])
})

test('finds the numbers that closed orders may have', () => {
  const texts = [
    'pay 2026 7',
    '2026000012',
    'x 1999 2',
    'inv 398, INV-000411',
    'INVOICE 7',
    'order 5',
    'quote 3',
  ]
  expect(numbersIn(texts, ['2026', '2025'])).toEqual({
    orders: ['2026-000007', '2026-000012', '2026-000005', '2025-000005'],
    invoices: ['INV-000398', 'INV-000411', 'INV-000007'],
    quotes: ['Q-000003'],
  })
})

test('folds each word of a text a few times, though purchase orders come in pieces', () => {
  const words = Array.from({ length: 80 }, (_, index) => `word${'abcdefgh'[index % 8]}`)
  const normalize = vi.spyOn(String.prototype, 'normalize')
  matchLines(linesOf([words.join(' ')], [1234]), candidates)
  expect(normalize.mock.calls.length).toBeLessThan(10 * words.length)
})

/** The state of a line that a person decides. */
function stateOf(match: Match | undefined) {
  return match?.orders.length === 1 ? 'proposed' : 'several'
}
