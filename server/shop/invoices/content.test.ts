import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type InvoiceContent, invoiceContentSchema, type Received } from '#shared/orders/invoice.ts'
import { invoiceText } from '#shared/orders/invoice-text.ts'
import { priceLines } from '#shared/pricing/discounts.ts'
import { taxIncluded } from '#shared/pricing/tax.ts'
import { anyOrder, anyOrderLine, type OrderChanges } from '../../testing/support/any-order.ts'
import { adjustmentNoteContent, invoiceContent } from './content.ts'
import { site, siteUrl } from './site.fixture.ts'

const gst = { name: 'GST', divisor: 11 } as const
const now = new Date('2026-06-30T22:01:00Z')
const invoice = { number: 'INV-000001', date: '2026-07-01' } as const

/** A total with its cumulative refunds, which grow unless money comes back. */
const refundedTotals = fc.integer({ min: 1, max: 10_000_000 }).chain((total) =>
  fc.record({
    total: fc.constant(total),
    steps: fc
      .array(fc.integer({ min: 0, max: total }), { maxLength: 8 })
      .map((steps) => steps.filter((step, index) => step !== (steps[index - 1] ?? 0))),
  }),
)

function notes(total: number, steps: number[], country: string) {
  const order = anyOrder({ total, buyer: { country } })
  return steps.map((after, index) =>
    adjustmentNoteContent({
      order,
      site,
      siteUrl,
      number: 'ADJ-000001',
      now,
      invoice,
      refunded: { before: steps[index - 1] ?? 0, after },
    }),
  )
}

test('the invoice less its notes is always what is kept, and its GST the GST of what is kept', () => {
  fc.assert(
    fc.property(refundedTotals, ({ total, steps }) => {
      const order = anyOrder({ total, tax: taxIncluded(total, gst) })
      const issued = invoiceContent({ order, lines: [], site, siteUrl, number: 'INV-000001', now })
      let [kept, tax] = [issued.total, issued.tax]
      for (const [index, note] of notes(total, steps, 'AU').entries()) {
        kept -= note.total
        tax -= note.tax
        expect(kept).toBe(total - (steps[index] ?? 0))
        expect(tax).toBe(taxIncluded(kept, gst))
        expect(invoiceContentSchema.parse(note)).toEqual(note)
        expect(note).toMatchObject({ after: { total: kept, tax } })
      }
    }),
  )
})

test('the GST column comes to the invoice’s GST, and a discounted line’s full price has its own', () => {
  const step = fc.record({ from: fc.integer({ min: 1, max: 9 }), percent: fc.integer({ min: 1, max: 90 }) })
  const line = fc.record({
    sku: fc.constantFrom('solo', 'studio', 'facility'),
    qty: fc.integer({ min: 1, max: 20 }),
    unitAmount: fc.integer({ min: 1, max: 1_000_000 }),
    kind: fc.constant('new' as const),
    volume: fc.array(step, { maxLength: 1 }),
  })
  const lines = fc.uniqueArray(line, { selector: ({ sku }) => sku, minLength: 1 })
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 100 }), (cart, percent) => {
      const code = { code: 'CREW10', percent, amount: null, skus: null, appliesTo: 'any' as const }
      const priced = priceLines(cart, { tax: gst, code })
      const sold = priced.lines.map(({ unitAmount: unit_amount, qty, amount, tax, discounts }) =>
        anyOrderLine({ qty, unit_amount, amount, tax, discounts: JSON.stringify(discounts) }),
      )
      const order = anyOrder({ total: priced.total, tax: priced.tax })
      const content = invoiceContent({ order, lines: sold, site, siteUrl, number: 'INV-000001', now })
      const rows = invoiceText(content).table.rows.map((cells) => cells.slice(-2).map(centsOf))
      expect(rows.reduce((sum, [tax = 0]) => sum + tax, 0)).toBe(priced.tax)
      for (const [tax = 0, total = 0] of rows)
        expect(Math.abs(Math.abs(tax) - taxIncluded(Math.abs(total), gst))).toBeLessThanOrEqual(2)
      const discounted = sold.filter(({ discounts }) => discounts !== '[]')
      for (const { qty, unit_amount, tax } of discounted) {
        const full = qty * unit_amount
        expect(rows).toContainEqual([Math.max(tax, taxIncluded(full, gst)), full])
      }
    }),
  )
})

/** "−$1,234.50" → −123450 */
function centsOf(text: string): number {
  return Number(text.replace('−', '-').replaceAll(/[^\d-]/g, ''))
}

test('an invoice with a discount from before its GST was stored shows the GST that it was issued with', () => {
  const line = anyOrderLine({ qty: 1, unit_amount: 69000, amount: 62100, tax: 5646 })
  const order = anyOrder({ total: 62100, tax: 5646 })
  const content = invoiceContent({ order, lines: [line], site, siteUrl, number: 'INV-000001', now })
  const discounts = [{ label: 'Code CREW10, 10% off', amount: 6900 }]
  const stored = { ...content, lines: [{ ...('lines' in content && content.lines[0]), discounts }] }
  expect(invoiceText(invoiceContentSchema.parse(stored)).table.rows).toMatchObject([
    [expect.any(String), '1', '$690.00', '$56.46', '$690.00'],
    ['Code CREW10, 10% off', '', '', '', '−$69.00'],
  ])
})

describe('an invoice that waits for a transfer', () => {
  const terms = { dueDays: 14, remindAfterDays: [], lapseAfterDays: 30, timeZone: 'Australia/Sydney' }
  const waiting = { status: 'pending', paid_at: null, transfer_terms: JSON.stringify(terms) } as const
  const issue = (received: Received | null, changes: OrderChanges = {}) =>
    invoiceContentSchema.parse(
      invoiceContent({
        order: anyOrder({ ...waiting, ...changes }),
        lines: [anyOrderLine()],
        site,
        siteUrl,
        number: 'INV-000001',
        now,
        received,
      }),
    )
  const textOf = (content: InvoiceContent) => {
    const { status, table, facts, online } = invoiceText(content)
    const sums = table.sums.slice(2).map(({ label, amount }) => [label, amount])
    return { status, sums, asked: facts.find(({ term }) => term === 'Amount')?.value, online }
  }
  const waysToPay = expect.stringContaining('and the ways to pay it')

  test('asks for the whole until a part comes, and is stored as it was before parts were', () => {
    const content = issue(null)
    expect(content).not.toHaveProperty('transfer.received')
    expect(textOf(content)).toEqual({
      status: 'Due 15 July 2026',
      sums: [['Total due, AUD', '$687.00']],
      asked: 'A$687.00',
      online: waysToPay,
    })
  })

  test('states the part that has come, and asks for the rest alone', () => {
    expect(textOf(issue({ amount: 10_000, date: '2026-07-03' }))).toEqual({
      status: 'Due 15 July 2026',
      sums: [
        ['Total, AUD', '$687.00'],
        ['Received by 3 July 2026', '$100.00'],
        ['Still to pay, AUD', '$587.00'],
      ],
      asked: 'A$587.00',
      online: waysToPay,
    })
  })

  const nothingAsked = {
    sums: [['Total, AUD', '$687.00']],
    asked: undefined,
    online: expect.not.stringContaining('pay'),
  }

  test('asks for nothing once the whole has come, though its order is looked at', () => {
    const whole = issue(
      { amount: 68_700, date: '2026-07-03' },
      { status: 'review', payment_method: 'invoice' },
    )
    expect(textOf(whole)).toEqual({
      status: 'Paid in full, 3 July 2026, by bank transfer',
      ...nothingAsked,
    })
  })

  test('asks for nothing where no day is agreed, such as for a card’s order', () => {
    const ofCard = issue(null, { transfer_terms: null, payment_method: 'card' })
    expect(textOf(ofCard)).toEqual({ status: 'Unpaid', ...nothingAsked })
  })

  test('asks for nothing once its part was refunded', () => {
    const refunded = issue({ amount: 10_000, date: '2026-07-03' }, { status: 'refunded' })
    expect(textOf(refunded)).toEqual({ status: 'Nothing to pay', ...nothingAsked })
  })
})

test('abroad neither invoice nor note has GST', () => {
  fc.assert(
    fc.property(refundedTotals, ({ total, steps }) => {
      for (const note of notes(total, steps, 'NZ')) expect(note).toMatchObject({ tax: 0, taxed: false })
    }),
  )
  const order = anyOrder({ buyer: { country: 'NZ' }, tax: 0 })
  const content = invoiceContent({
    order,
    lines: [anyOrderLine({ tax: 0 })],
    site,
    siteUrl,
    number: 'INV-000001',
    now,
  })
  expect(content).toMatchObject({
    tax: 0,
    taxed: false,
    lines: [{ tax: 0 }],
    buyer: { country: 'New Zealand' },
  })
})

test.each([
  ['AU', 'Adjustment note', 'Adjustment, AUD'],
  ['NZ', 'Credit note', 'Credit, AUD'],
])('a note that cancels an unpaid invoice to %s has one name', (country, title, label) => {
  const order = anyOrder({ buyer: { country }, status: 'expired', paid_at: null })
  const refunded = { before: 0, after: order.total }
  const note = invoiceText(
    adjustmentNoteContent({ order, site, siteUrl, number: 'ADJ-000001', now, invoice, refunded }),
  )
  expect(note.title).toBe(title)
  expect(note.parties.at(-1)?.heading).toBe(title)
  expect(note.table.sums.at(-1)?.label).toBe(label)
})

test.each([
  ['AU', 'Adjustment note', '$20.82'],
  ['NZ', 'Debit note', null],
])('a note that raises an invoice to %s again says by how much, without a minus', (country, title, tax) => {
  const order = anyOrder({ buyer: { country }, total: 45_800 })
  const refunded = { before: 22_900, after: 0 }
  const reason = 'The bank gave it back.'
  const note = invoiceText(
    adjustmentNoteContent({ order, site, siteUrl, number: 'ADJ-000001', now, invoice, refunded, reason }),
  )
  expect([note.title, note.table.sums.at(-1)]).toEqual([
    title,
    { label: 'Raised by, AUD', amount: '$229.00' },
  ])
  expect(note.foot).toMatch(/ is raised again by \$229\.00[,.] ?.*Reason: The bank gave it back\.$/)
  expect(note.foot.includes(`which includes ${tax} GST`)).toBe(tax !== null)
  expect(JSON.stringify(note)).not.toMatch(/[-−]\$/)
})

test('the date is the seller’s, which decides the financial year', () => {
  const content = invoiceContent({
    order: anyOrder(),
    lines: [anyOrderLine()],
    site,
    siteUrl,
    number: 'INV-000001',
    now,
  })
  expect(content).toMatchObject({ date: '2026-07-01', paid: { date: '2026-07-01' } })
})
