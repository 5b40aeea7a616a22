import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import { runs } from '#shared/testing/properties.ts'
import { anyCandidate, linesOf } from '../../../testing/support/any-candidate.ts'
import { matchLines } from './match.ts'

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const pad = (count: number, length: number) => String(count).padStart(length, '0')
const [dayOfMonth, month] = [fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 12 })]
const small = fc.integer({ min: 1, max: 400 })
const monthNames = [
  'JAN',
  'February',
  'Mar',
  'APRIL',
  'May',
  'jun',
  'JUL',
  'Aug',
  'SEPT',
  'October',
  'Nov',
  'DEC',
]

const date = fc
  .tuple(
    dayOfMonth,
    month,
    fc.constantFrom('2025', '2026', '2027'),
    fc.constantFrom('/', '-', '.', ' '),
    fc.nat(9),
  )
  .map(([day, number, year, mark, form]) => {
    const [d, m, name] = [pad(day, 2), pad(number, 2), monthNames[number - 1]]
    const forms = [
      ...[
        [year, m, d].join(mark),
        [d, m, year].join(mark),
        [m, d, year].join(mark),
        [d, m, year.slice(2)].join(mark),
      ],
      ...[`${d} ${name} ${year}`, `${d}${name}${year.slice(2)}`, `${name} ${year}`, `${year}${m}${d}`],
      ...[`${year}-${m}`, `${day}/${number}/${year}`],
    ]
    return forms[form] ?? year
  })
const noise = fc.oneof(
  { weight: 4, arbitrary: date },
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([h, m]) => `${pad(h, 2)}:${pad(m, 2)}`),
  digits(8).map((all) => `04${all.slice(0, 2)} ${all.slice(2, 5)} ${all.slice(5)}`),
  digits(8).map((all) => `+61 2 ${all.slice(0, 4)} ${all.slice(4)}`),
  digits(6).map((all) => `BSB ${all.slice(0, 3)}-${all.slice(3)}`),
  digits(8).map((all) => `A/C ${all}`),
  digits(16).map(
    (all) =>
      `DE${all.slice(0, 2)} ${all.slice(2, 6)} ${all.slice(6, 10)} ${all.slice(10, 14)} ${all.slice(14)}`,
  ),
  digits(4).map((all) => `CARD XX${all}`),
  fc.integer({ min: 1, max: 99_999 }).map((cents) => `A$${(cents / 100).toFixed(2)}`),
  fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
  small.map((count) => `${count} MAIN ST`),
  small.map((count) => `UNIT ${count}`),
  small.map((count) => `STANDING ORDER ${count}`),
  small.map((count) => `PURCHASE ORDER ${count}`),
  small.map((count) => `REF NO ${count}`),
  small.map((count) => `RECEIPT #${count}`),
  small.map((count) => `PO ${count}`),
  small.map((count) => `${count} MONTHS`),
  small.map((count) => `2026 ${count}`),
  digits(12),
  fc.constantFrom(
    'DEPOSIT',
    'OSKO',
    'LICENCE',
    'J EXAMPLE',
    'TRANSFER',
    'VALUE DATE',
    'FY 2026',
    'Q4',
    'DIRECT CREDIT',
  ),
)

/** What a customer writes for an order of an invoice. */
const written = fc.constantFrom(
  (order: string) => order,
  (order: string) => order.replace('-', ''),
  (order: string) => order.replace('-', ' '),
  (order: string) => order.replace('-', '/'),
  (order: string) => `ROSTRUM${order}`,
  (order: string) => `${order}LIAM`,
  (order: string) => order.replaceAll('0', 'O'),
  (order: string) => `Order ${order.slice(0, 5)}${Number(order.slice(5))}`,
  (order: string) => `ORDER NO ${Number(order.slice(5))}`,
  (order: string) => `ORDER ${order.slice(2)}`,
  (_: string, invoice: string) => invoice,
  (_: string, invoice: string) => invoice.replace('-', ''),
  (_: string, invoice: string) => `invoice ${Number(invoice.slice(4))}`,
  (_: string, invoice: string) => `INV NO. ${Number(invoice.slice(4))}`,
  (_: string, invoice: string) => `tax invoice no ${Number(invoice.slice(4))}`,
)

const shop = fc
  .uniqueArray(small, { minLength: 2, maxLength: 15 })
  .chain((counts) => fc.tuple(fc.constant(counts), fc.shuffledSubarray(counts, { minLength: counts.length })))
  .map(([counts, documents]) =>
    counts.map((count, index) =>
      anyCandidate({
        number: `2026-${pad(count, 6)}`,
        invoices: [`INV-${pad(documents[index] ?? 0, 6)}`],
        placedOn: '2026-01-01' as Day,
        names: [],
      }),
    ),
  )

test('what a customer writes is never matched to another’s order, whatever stands around it', () => {
  const found = { matched: 0, proposed: 0, none: 0 }
  fc.assert(
    fc.property(
      shop,
      fc.nat(),
      written,
      fc.array(noise, { maxLength: 4 }),
      fc.nat(4),
      fc.nat(40),
      (orders, one, write, around, at, cut) => {
        const order = orders[one % orders.length]
        if (!order) return
        const reference = write(order.number, order.invoices[0] ?? '')
        const place = Math.min(at, around.length)
        const whole = [...around.slice(0, place), reference, ...around.slice(place)].join(' ')
        // Some banks cut the text.
        const text = cut < 12 ? whole.slice(0, cut + 12) : whole
        const [match] = matchLines(linesOf([text], [22_900]), orders)
        if (match?.state === 'matched') expect([text, match.orders]).toEqual([text, [order.number]])
        found[match?.state === 'matched' ? 'matched' : match?.state === 'none' ? 'none' : 'proposed'] += 1
      },
    ),
    { numRuns: runs(5000) },
  )
  // The property would hold of what never matches.
  expect(found.matched).toBeGreaterThan(runs(5000) / 3)
})

test('a bank’s own words match nothing', () => {
  fc.assert(
    fc.property(
      shop,
      fc.array(noise, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(' ', ', ', '/', ' - '),
      (orders, words, mark) => {
        const [match] = matchLines(linesOf([words.join(mark)], [22_900]), orders)
        expect([words, match?.state]).not.toEqual([words, 'matched'])
      },
    ),
    { numRuns: runs(5000) },
  )
})
